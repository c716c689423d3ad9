ALTER TABLE `events` ADD `moved_from_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `starts_at` integer;