DROP INDEX IF EXISTS `holds_by_email`;--> statement-breakpoint
DROP INDEX IF EXISTS `holds_by_origin`;--> statement-breakpoint
DROP INDEX IF EXISTS `holds_by_end`;--> statement-breakpoint
DROP INDEX IF EXISTS `occupations_by_hold`;--> statement-breakpoint
DROP INDEX IF EXISTS `occupations_by_booking`;--> statement-breakpoint
CREATE UNIQUE INDEX `occupations_by_hold` ON `occupations` (`hold_id`) WHERE hold_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `occupations_by_booking` ON `occupations` (`booking_id`) WHERE booking_id is not null;