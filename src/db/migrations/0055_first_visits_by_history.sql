DROP INDEX `bookings_by_name`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `first_visit` integer;--> statement-breakpoint
CREATE INDEX `bookings_by_name` ON `bookings` (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(first_name || ' ' || last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž'), `starts_at`) WHERE anonymised = 0;--> statement-breakpoint
UPDATE `bookings` SET `first_visit` = `status` = 'confirmed' AND EXISTS (
  SELECT 1 FROM `services` WHERE `services`.`id` = `service_id` AND `services`.`first_visit`
) WHERE `anonymised`;
