ALTER TABLE `audit` ADD `person` text GENERATED ALWAYS AS (coalesce(nullif(actor_name, ''), actor)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `audit_by_person` ON `audit` (`person`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`);