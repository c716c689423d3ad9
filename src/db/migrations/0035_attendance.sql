ALTER TABLE `bookings` ADD `attendance` text;--> statement-breakpoint
CREATE INDEX `bookings_by_birth_date` ON `bookings` (`birth_on`);