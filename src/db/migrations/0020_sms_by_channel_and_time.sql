DROP INDEX `messages_sms_by_time`;--> statement-breakpoint
CREATE INDEX `messages_sms_by_time` ON `messages` (`channel`,`due_at`) WHERE channel = 'sms';