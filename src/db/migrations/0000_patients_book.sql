CREATE TABLE `attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `attempts_by_subject` ON `attempts` (`subject`,`at`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`hold_id` text NOT NULL,
	`status` text NOT NULL,
	`service_id` text NOT NULL,
	`service_name` text NOT NULL,
	`notes` text NOT NULL,
	`duration_min` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`salutation` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`mobile` text NOT NULL,
	`address` text NOT NULL,
	`zip` text NOT NULL,
	`city` text NOT NULL,
	`country` text NOT NULL,
	`birth_on` text NOT NULL,
	`svnr` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_by_hold` ON `bookings` (`hold_id`);--> statement-breakpoint
CREATE INDEX `bookings_by_start` ON `bookings` (`starts_at`);--> statement-breakpoint
CREATE INDEX `bookings_open_by_email` ON `bookings` (`email`) WHERE status = 'requested';--> statement-breakpoint
CREATE TABLE `email_proofs` (
	`id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`browser` text NOT NULL,
	`token` text NOT NULL,
	`code` text NOT NULL,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `email_proofs_by_token` ON `email_proofs` (`token`);--> statement-breakpoint
CREATE INDEX `email_proofs_by_email` ON `email_proofs` (`email`,`browser`);--> statement-breakpoint
CREATE TABLE `emails` (
	`id` integer PRIMARY KEY NOT NULL,
	`log_uuid` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` text,
	`recipient` text NOT NULL,
	`cc` text,
	`bcc` text,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`message_id` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `emails_log_uuid_unique` ON `emails` (`log_uuid`);--> statement-breakpoint
CREATE INDEX `emails_due` ON `emails` (`due_at`) WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX `emails_failed` ON `emails` (`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `events_by_booking` ON `events` (`booking_id`);--> statement-breakpoint
CREATE TABLE `holds` (
	`id` text PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`email` text NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `holds_by_email` ON `holds` (`email`);--> statement-breakpoint
CREATE INDEX `holds_by_origin` ON `holds` (`origin`);--> statement-breakpoint
CREATE INDEX `holds_by_end` ON `holds` (`expires_at`);--> statement-breakpoint
CREATE TABLE `occupations` (
	`id` integer PRIMARY KEY NOT NULL,
	`resource_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`hold_id` text,
	`booking_id` text,
	`expires_at` integer,
	FOREIGN KEY (`hold_id`) REFERENCES `holds`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "occupations_have_length" CHECK(ends_at > starts_at)
) STRICT;
--> statement-breakpoint
CREATE INDEX `occupations_by_time` ON `occupations` (`resource_id`,`starts_at`,`ends_at`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `occupations_by_hold` ON `occupations` (`hold_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `occupations_by_booking` ON `occupations` (`booking_id`);--> statement-breakpoint
CREATE TABLE `services` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`duration_min` integer DEFAULT 30 NOT NULL,
	`step_min` integer DEFAULT 15 NOT NULL,
	`padding_before_min` integer DEFAULT 0 NOT NULL,
	`padding_after_min` integer DEFAULT 0 NOT NULL,
	`resource_id` text DEFAULT 'doctor-1' NOT NULL,
	`price_cents` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`display_duration_min` integer,
	`first_visit` integer DEFAULT false NOT NULL,
	`display_order` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `spent_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `working_hours` (
	`weekday` integer NOT NULL,
	`start_min` integer NOT NULL,
	`end_min` integer NOT NULL,
	PRIMARY KEY(`weekday`, `start_min`)
) STRICT;
