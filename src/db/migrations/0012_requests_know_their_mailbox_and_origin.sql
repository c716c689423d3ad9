CREATE TABLE `known_browsers` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`verified_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `bookings_open_by_email`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `mailbox` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `origin` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `marked` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_open_by_mailbox` ON `bookings` (`mailbox`) WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX `bookings_open_by_origin` ON `bookings` (`origin`) WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX `bookings_requested_at` ON `bookings` (`created_at`) WHERE hold_id <> id;--> statement-breakpoint
-- As mailboxKey (src/shared/contact.ts) folds addresses: first the tag behind a plus, then the dots of Gmail.
UPDATE `bookings` SET `mailbox` = CASE instr(substr(`email`, 2), '+')
	WHEN 0 THEN `email`
	ELSE substr(`email`, 1, instr(substr(`email`, 2), '+')) || substr(`email`, instr(`email`, '@'))
END;
--> statement-breakpoint
UPDATE `bookings` SET `mailbox` = replace(substr(`mailbox`, 1, instr(`mailbox`, '@') - 1), '.', '') || '@gmail.com'
	WHERE `mailbox` LIKE '%@gmail.com' OR `mailbox` LIKE '%@googlemail.com';
