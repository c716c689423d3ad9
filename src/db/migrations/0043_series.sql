ALTER TABLE `bookings` ADD `series_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `series_position` integer;--> statement-breakpoint
CREATE INDEX `bookings_by_series` ON `bookings` (`series_id`) WHERE series_id is not null;