CREATE TABLE `counted_days` (
	`starts_at` integer PRIMARY KEY NOT NULL,
	`counts` text NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `bookings_by_start_and_change`;--> statement-breakpoint
CREATE INDEX `bookings_by_start` ON `bookings` (`starts_at`);
--> statement-breakpoint
-- A day of a clock change has 25 hours, which are 90,000,000 milliseconds. Another day may be deleted too.
CREATE TRIGGER bookings_are_counted_with_new_ones AFTER INSERT ON bookings
BEGIN
  DELETE FROM counted_days WHERE (starts_at <= NEW.starts_at AND starts_at > NEW.starts_at - 90000000);
  DELETE FROM counted_days WHERE starts_at IN (
    SELECT counted.starts_at FROM bookings AS later CROSS JOIN counted_days AS counted
    WHERE later.anonymised = 0
      AND later.starts_at > NEW.starts_at
      AND later.starts_at < (SELECT max(starts_at) FROM counted_days) + 90000000
      AND replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(later.first_name || ' ' || later.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.first_name || ' ' || NEW.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      AND counted.starts_at <= later.starts_at AND counted.starts_at > later.starts_at - 90000000
  );
END;
--> statement-breakpoint
CREATE TRIGGER bookings_are_counted_after_a_change AFTER UPDATE ON bookings
BEGIN
  DELETE FROM counted_days WHERE (starts_at <= OLD.starts_at AND starts_at > OLD.starts_at - 90000000) OR (starts_at <= NEW.starts_at AND starts_at > NEW.starts_at - 90000000);
  DELETE FROM counted_days WHERE starts_at IN (
    SELECT counted.starts_at FROM bookings AS later CROSS JOIN counted_days AS counted
    WHERE later.anonymised = 0
      AND later.starts_at > min(OLD.starts_at, NEW.starts_at)
      AND later.starts_at < (SELECT max(starts_at) FROM counted_days) + 90000000
      AND replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(later.first_name || ' ' || later.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      IN (
        replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(OLD.first_name || ' ' || OLD.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž'),
        replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.first_name || ' ' || NEW.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      )
      AND counted.starts_at <= later.starts_at AND counted.starts_at > later.starts_at - 90000000
  );
END;
--> statement-breakpoint
CREATE TRIGGER bookings_are_counted_without_deleted_ones AFTER DELETE ON bookings
BEGIN
  DELETE FROM counted_days WHERE (starts_at <= OLD.starts_at AND starts_at > OLD.starts_at - 90000000);
  DELETE FROM counted_days WHERE starts_at IN (
    SELECT counted.starts_at FROM bookings AS later CROSS JOIN counted_days AS counted
    WHERE later.anonymised = 0
      AND later.starts_at > OLD.starts_at
      AND later.starts_at < (SELECT max(starts_at) FROM counted_days) + 90000000
      AND replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(later.first_name || ' ' || later.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(OLD.first_name || ' ' || OLD.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      AND counted.starts_at <= later.starts_at AND counted.starts_at > later.starts_at - 90000000
  );
END;
