ALTER TABLE `bookings` ADD `answered_after_ms` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancelled_ahead_ms` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `from_waiting_list` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `booked_ahead_ms` integer;--> statement-breakpoint
UPDATE `bookings` SET `answered_after_ms` = (
  SELECT max(`at`) FROM `events` WHERE `booking_id` = `bookings`.`id` AND `kind` IN ('confirmed', 'rejected')
) - `created_at` WHERE `hold_id` <> `id` AND `status` <> 'requested' AND `anonymised` = 0;--> statement-breakpoint
UPDATE `bookings` SET
  `cancelled_by` = CASE WHEN `event`.`actor` = 'visitor' THEN 'patient' ELSE 'practice' END,
  `cancelled_ahead_ms` = `starts_at` - `event`.`at`
FROM (SELECT `booking_id`, `actor`, max(`at`) AS `at` FROM `events` WHERE `kind` = 'cancelled' GROUP BY `booking_id`) AS `event`
WHERE `event`.`booking_id` = `bookings`.`id` AND `status` = 'cancelled';--> statement-breakpoint
UPDATE `bookings` SET `from_waiting_list` = 1 WHERE EXISTS (
  SELECT 1 FROM `events`
  WHERE `booking_id` = `bookings`.`id` AND `kind` = 'offer-taken' AND `moved_to_at` = `starts_at`
) OR EXISTS (SELECT 1 FROM `offers` WHERE `offers`.`hold_id` = `bookings`.`hold_id`);
