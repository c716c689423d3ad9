ALTER TABLE `bookings` ADD `resource_id` text DEFAULT 'doctor-1' NOT NULL;--> statement-breakpoint
-- Appointments whose time is given up go by their service. Only a practice with other resources has any to change.
UPDATE `bookings` SET `resource_id` = coalesce(
  (SELECT `resource_id` FROM `occupations` WHERE `booking_id` = `bookings`.`id`),
  (SELECT `resource_id` FROM `services` WHERE `id` = `bookings`.`service_id`),
  'doctor-1'
) WHERE EXISTS (SELECT 1 FROM `resources` WHERE `id` <> 'doctor-1');
