DROP INDEX `absences_by_end`;--> statement-breakpoint
CREATE INDEX `absences_by_time` ON `absences` (`ends_at`,`starts_at`);--> statement-breakpoint
CREATE INDEX `absences_by_calendar` ON `absences` (`calendar_id`,`starts_at`) WHERE calendar_id is not null;