CREATE TABLE `messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` text,
	`log_uuid` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`text` text NOT NULL,
	`html` text DEFAULT '' NOT NULL,
	`calendar` text,
	`message_id` text,
	`status` text NOT NULL,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`provider` text,
	`provider_message_id` text,
	`sender` text,
	`send_status` text,
	`price_millicents` integer,
	`delivery_status` text,
	`delivered_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_log_uuid_unique` ON `messages` (`log_uuid`);--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`channel`,`due_at`) WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX `messages_undelivered` ON `messages` (`channel`) WHERE status in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX `messages_by_channel` ON `messages` (`channel`);--> statement-breakpoint
CREATE INDEX `messages_by_booking` ON `messages` (`booking_id`);--> statement-breakpoint
CREATE INDEX `messages_by_provider` ON `messages` (`provider`,`provider_message_id`) WHERE provider is not null;--> statement-breakpoint
-- E-mails keep their ids, because the audit names them; SMS follow after the last e-mail, in their order.
INSERT INTO `messages` (`id`, `channel`, `kind`, `booking_id`, `log_uuid`, `recipient`, `subject`, `text`, `html`, `calendar`, `message_id`, `status`, `error`, `attempts`, `due_at`, `created_at`, `sent_at`)
SELECT `id`, 'email', CASE `kind` WHEN 'email-check' THEN 'email-verification' ELSE `kind` END, `booking_id`, `log_uuid`, `recipient`, `subject`, `text`, `html`, `calendar`, `message_id`, CASE `status` WHEN 'muted' THEN 'suppressed' ELSE `status` END, `error`, `attempts`, `due_at`, `created_at`, `sent_at`
FROM `emails` ORDER BY `id`;--> statement-breakpoint
INSERT INTO `messages` (`id`, `channel`, `kind`, `booking_id`, `log_uuid`, `recipient`, `text`, `status`, `error`, `attempts`, `due_at`, `created_at`, `sent_at`, `provider`, `provider_message_id`, `sender`, `send_status`, `price_millicents`, `delivery_status`, `delivered_at`)
SELECT (SELECT coalesce(max(`id`), 0) FROM `emails`) + `id`, 'sms', `kind`, `booking_id`, `log_uuid`, `recipient`, `text`, CASE `status` WHEN 'muted' THEN 'suppressed' ELSE `status` END, `error`, `attempts`, `due_at`, `created_at`, `sent_at`, `provider`, `message_id`, `sender`, `send_status`, `price_millicents`, `delivery_status`, `delivered_at`
FROM `sms` ORDER BY `id`;--> statement-breakpoint
DROP TABLE `emails`;--> statement-breakpoint
DROP TABLE `sms`;