DROP INDEX `messages_due`;--> statement-breakpoint
ALTER TABLE `messages` ADD `turn` integer;--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`channel`,`turn`,`due_at`) WHERE status in ('queued', 'sending');--> statement-breakpoint
ALTER TABLE `email_verifications` ADD `origin` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `email_verifications_by_origin` ON `email_verifications` (`origin`,`expires_at`);