CREATE TABLE `balances` (
	`provider` text PRIMARY KEY NOT NULL,
	`amount` text NOT NULL,
	`currency` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `sms` (
	`id` integer PRIMARY KEY NOT NULL,
	`log_uuid` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` text,
	`recipient` text NOT NULL,
	`sender` text,
	`text` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`provider` text,
	`message_id` text,
	`send_status` text,
	`price_millicents` integer,
	`delivery_status` text,
	`delivered_at` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sms_log_uuid_unique` ON `sms` (`log_uuid`);--> statement-breakpoint
CREATE INDEX `sms_due` ON `sms` (`due_at`) WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX `sms_by_message` ON `sms` (`provider`,`message_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `calendar_sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `reminded_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `nudged_at` integer;--> statement-breakpoint
ALTER TABLE `emails` ADD `calendar` text;--> statement-breakpoint
ALTER TABLE `events` ADD `message` text DEFAULT '' NOT NULL;