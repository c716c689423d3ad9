-- SQLite before 3.49 cannot read a database with the triggers of 0058, because their functions are nested too deep. So the
-- comparison of names comes first here, and the name of the changed row is made lower case in two steps.
-- A day of a clock change has 25 hours, which are 90,000,000 milliseconds. Another day may be deleted too.
DROP TRIGGER bookings_are_counted_with_new_ones;
--> statement-breakpoint
CREATE TRIGGER bookings_are_counted_with_new_ones AFTER INSERT ON bookings
BEGIN
  DELETE FROM counted_days WHERE starts_at IN (
    SELECT counted.starts_at FROM bookings AS later CROSS JOIN counted_days AS counted
    WHERE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(later.first_name || ' ' || later.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      = (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(half, 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž') FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.first_name || ' ' || NEW.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é') AS half))
      AND later.anonymised = 0
      AND later.starts_at > NEW.starts_at
      AND later.starts_at < (SELECT max(starts_at) FROM counted_days) + 90000000
      AND counted.starts_at <= later.starts_at AND counted.starts_at > later.starts_at - 90000000
  );
  DELETE FROM counted_days WHERE (starts_at <= NEW.starts_at AND starts_at > NEW.starts_at - 90000000);
END;
--> statement-breakpoint
DROP TRIGGER bookings_are_counted_after_a_change;
--> statement-breakpoint
CREATE TRIGGER bookings_are_counted_after_a_change AFTER UPDATE ON bookings
BEGIN
  DELETE FROM counted_days WHERE starts_at IN (
    SELECT counted.starts_at FROM bookings AS later CROSS JOIN counted_days AS counted
    WHERE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(later.first_name || ' ' || later.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      IN (
        (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(half, 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž') FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(OLD.first_name || ' ' || OLD.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é') AS half)),
        (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(half, 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž') FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(NEW.first_name || ' ' || NEW.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é') AS half))
      )
      AND later.anonymised = 0
      AND later.starts_at > min(OLD.starts_at, NEW.starts_at)
      AND later.starts_at < (SELECT max(starts_at) FROM counted_days) + 90000000
      AND counted.starts_at <= later.starts_at AND counted.starts_at > later.starts_at - 90000000
  );
  DELETE FROM counted_days WHERE (starts_at <= OLD.starts_at AND starts_at > OLD.starts_at - 90000000) OR (starts_at <= NEW.starts_at AND starts_at > NEW.starts_at - 90000000);
END;
--> statement-breakpoint
DROP TRIGGER bookings_are_counted_without_deleted_ones;
--> statement-breakpoint
CREATE TRIGGER bookings_are_counted_without_deleted_ones AFTER DELETE ON bookings
BEGIN
  DELETE FROM counted_days WHERE starts_at IN (
    SELECT counted.starts_at FROM bookings AS later CROSS JOIN counted_days AS counted
    WHERE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(later.first_name || ' ' || later.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é'), 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž')
      = (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(half, 'È', 'è'), 'Ê', 'ê'), 'Ğ', 'ğ'), 'Í', 'í'), 'Ñ', 'ñ'), 'Ó', 'ó'), 'Ô', 'ô'), 'Ø', 'ø'), 'Š', 'š'), 'Ş', 'ş'), 'Ú', 'ú'), 'Ý', 'ý'), 'Ž', 'ž') FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(OLD.first_name || ' ' || OLD.last_name), 'Ä', 'ä'), 'Ö', 'ö'), 'Ü', 'ü'), 'Á', 'á'), 'À', 'à'), 'Â', 'â'), 'Å', 'å'), 'Ç', 'ç'), 'Ć', 'ć'), 'Č', 'č'), 'Đ', 'đ'), 'É', 'é') AS half))
      AND later.anonymised = 0
      AND later.starts_at > OLD.starts_at
      AND later.starts_at < (SELECT max(starts_at) FROM counted_days) + 90000000
      AND counted.starts_at <= later.starts_at AND counted.starts_at > later.starts_at - 90000000
  );
  DELETE FROM counted_days WHERE (starts_at <= OLD.starts_at AND starts_at > OLD.starts_at - 90000000);
END;
