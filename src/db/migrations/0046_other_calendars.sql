CREATE TABLE `busy_conflicts` (
	`booking_id` text NOT NULL,
	`busy_time` text NOT NULL,
	PRIMARY KEY(`booking_id`, `busy_time`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `calendars` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`resource_id` text,
	`busy_only` integer NOT NULL,
	`etag` text,
	`last_modified` text,
	`created_at` integer NOT NULL,
	`tried_at` integer NOT NULL,
	`read_at` integer,
	`expanded_at` integer,
	`fault` text,
	`found` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`unknown_zone` integer DEFAULT 0 NOT NULL,
	`is_cut` integer DEFAULT false NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `absences` ADD `calendar_id` integer REFERENCES calendars(id);