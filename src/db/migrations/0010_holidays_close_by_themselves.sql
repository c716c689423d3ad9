CREATE TABLE `open_holidays` (
	`open_on` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
-- It is no public holiday, so the practice deletes it like any closed day.
UPDATE `absences` SET `kind` = 'closure', `reason` = `title` WHERE `kind` = 'holiday' AND `title` = 'St. Josef';
