ALTER TABLE `messages` ADD `wrong_recipient` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `settled_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `settled_by` text;