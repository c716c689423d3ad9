ALTER TABLE `bookings` ADD `reminder_by_sms` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `fallback_of` integer;