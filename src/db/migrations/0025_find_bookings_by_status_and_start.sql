DROP INDEX `bookings_by_status`;--> statement-breakpoint
CREATE INDEX `bookings_by_status_and_start` ON `bookings` (`status`,`starts_at`);