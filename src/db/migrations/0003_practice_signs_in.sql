CREATE TABLE `absences` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`resource_id` text,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "absences_have_length" CHECK(ends_at > starts_at)
) STRICT;
--> statement-breakpoint
CREATE INDEX `absences_by_end` ON `absences` (`ends_at`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`totp_secret` text,
	`totp_step` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email_unique` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`);--> statement-breakpoint
CREATE TABLE `feeds` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`title` text NOT NULL,
	`initials_only` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_token_unique` ON `feeds` (`token`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`code` text NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `recovery_codes_by_admin` ON `recovery_codes` (`admin_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`admin_id` integer NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);--> statement-breakpoint
CREATE INDEX `sessions_by_admin` ON `sessions` (`admin_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `actor_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `occupations` ADD `absence_id` integer REFERENCES absences(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `occupations_by_absence` ON `occupations` (`absence_id`) WHERE absence_id is not null;--> statement-breakpoint
CREATE INDEX `emails_by_booking` ON `emails` (`booking_id`);--> statement-breakpoint
CREATE INDEX `sms_by_booking` ON `sms` (`booking_id`);--> statement-breakpoint
-- What was done stays done: no row of the audit is ever changed or taken away, whoever writes.
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'append only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'append only');
END;
--> statement-breakpoint
-- REPLACE deletes without asking the trigger above.
CREATE TRIGGER audit_is_never_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'append only');
END;
