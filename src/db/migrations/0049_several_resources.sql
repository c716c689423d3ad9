CREATE TABLE `resources` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`display_order` integer NOT NULL,
	`week` text
) STRICT;
--> statement-breakpoint
ALTER TABLE `services` ADD `other_resource_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Each id that is used becomes a resource, doctor-1 first, which is called as the practice until somebody names it.
INSERT INTO `resources` (`id`, `name`, `display_order`)
SELECT `id`, iif(`id` = 'doctor-1', '', `id`), row_number() OVER (ORDER BY `id` <> 'doctor-1', `id`) - 1 FROM (
  SELECT `resource_id` AS `id` FROM `services`
  UNION SELECT `resource_id` FROM `occupations` WHERE `resource_id` <> ''
  UNION SELECT `resource_id` FROM `absences` WHERE `resource_id` IS NOT NULL
  UNION SELECT `resource_id` FROM `calendars` WHERE `resource_id` IS NOT NULL
);
