CREATE TABLE `freed_times` (
	`id` integer PRIMARY KEY NOT NULL,
	`resource_id` text,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`freed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`status` text NOT NULL,
	`expires_at` integer NOT NULL,
	`hold_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `waiting_entries`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `offers_by_entry` ON `offers` (`entry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `offers_open` ON `offers` (`entry_id`) WHERE status = 'open';--> statement-breakpoint
CREATE TABLE `waiting_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text,
	`service_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`mailbox` text NOT NULL,
	`mobile` text NOT NULL,
	`not_before_on` text,
	`not_after_on` text NOT NULL,
	`weekdays` text NOT NULL,
	`parts` text NOT NULL,
	`actor` text NOT NULL,
	`actor_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_entries_by_booking` ON `waiting_entries` (`booking_id`) WHERE ended_at is null and booking_id is not null;--> statement-breakpoint
CREATE INDEX `waiting_entries_by_mailbox` ON `waiting_entries` (`mailbox`);--> statement-breakpoint
ALTER TABLE `messages` ADD `offer_id` text REFERENCES offers(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `messages_by_offer` ON `messages` (`offer_id`) WHERE offer_id is not null;--> statement-breakpoint
ALTER TABLE `occupations` ADD `offer_id` text REFERENCES offers(id) ON DELETE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX `occupations_by_offer` ON `occupations` (`offer_id`) WHERE offer_id is not null;