ALTER TABLE `admins` ADD `resource_id` text REFERENCES resources(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `bookings` ADD `move_to_resource_id` text;--> statement-breakpoint
ALTER TABLE `feeds` ADD `resource_id` text REFERENCES resources(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `offers` ADD `resource_id` text DEFAULT 'doctor-1' NOT NULL;--> statement-breakpoint
ALTER TABLE `waiting_entries` ADD `resource_id` text REFERENCES resources(id) ON DELETE set null;--> statement-breakpoint
UPDATE `offers` SET `resource_id` = coalesce(
  (SELECT `resource_id` FROM `occupations` WHERE `offer_id` = `offers`.`id`),
  (SELECT `services`.`resource_id` FROM `services` JOIN `waiting_entries` ON `service_id` = `services`.`id`
    WHERE `waiting_entries`.`id` = `entry_id`),
  'doctor-1'
) WHERE EXISTS (SELECT 1 FROM `resources` WHERE `id` <> 'doctor-1');
