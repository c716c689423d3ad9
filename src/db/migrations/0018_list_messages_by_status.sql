DROP INDEX `messages_undelivered`;--> statement-breakpoint
CREATE INDEX `messages_unsent` ON `messages` (`status`,`channel`) WHERE status <> 'sent';