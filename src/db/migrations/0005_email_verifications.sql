ALTER TABLE `email_proofs` RENAME TO `email_verifications`;--> statement-breakpoint
DROP INDEX `email_proofs_by_token`;--> statement-breakpoint
DROP INDEX `email_proofs_by_email`;--> statement-breakpoint
CREATE UNIQUE INDEX `email_verifications_by_token` ON `email_verifications` (`token`);--> statement-breakpoint
CREATE INDEX `email_verifications_by_email` ON `email_verifications` (`email`,`browser`);--> statement-breakpoint
ALTER TABLE `email_verifications` DROP COLUMN `created_at`;--> statement-breakpoint
ALTER TABLE `absences` DROP COLUMN `created_at`;
