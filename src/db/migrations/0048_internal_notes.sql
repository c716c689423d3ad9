ALTER TABLE `bookings` ADD `note` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `patient_note` text;