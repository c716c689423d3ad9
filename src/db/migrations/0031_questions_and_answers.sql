ALTER TABLE `bookings` ADD `answers` text;--> statement-breakpoint
CREATE INDEX `bookings_with_answers` ON `bookings` (`ends_at`) WHERE answers is not null;--> statement-breakpoint
ALTER TABLE `services` ADD `questions` text DEFAULT '[]' NOT NULL;