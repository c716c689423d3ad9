CREATE TABLE `erp_conflicts` (
	`booking_id` text NOT NULL,
	`event_id` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `event_id`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `erp_events` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`active` integer NOT NULL,
	`pushed_at` integer NOT NULL,
	`change` text,
	`changed_starts_at` integer,
	`changed_ends_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `erp_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`tried_at` integer NOT NULL,
	`pulled_at` integer,
	`pull_error` text
) STRICT;
--> statement-breakpoint
ALTER TABLE `absences` ADD `erp_event_id` integer;