DROP INDEX `bookings_open_by_mailbox`;--> statement-breakpoint
CREATE INDEX `bookings_by_mailbox` ON `bookings` (`mailbox`,`status`,`starts_at`);--> statement-breakpoint
ALTER TABLE `email_verifications` ADD `purpose` text DEFAULT 'booking' NOT NULL;--> statement-breakpoint
ALTER TABLE `email_verifications` ADD `seen_at` integer;--> statement-breakpoint
CREATE INDEX `email_verifications_by_browser` ON `email_verifications` (`browser`);