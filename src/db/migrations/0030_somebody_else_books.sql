ALTER TABLE `bookings` ADD `booker_first_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `booker_last_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `booker_relation` text;--> statement-breakpoint
-- The search finds an appointment also by the name of who booked it for the patient.
DROP TRIGGER bookings_enter_the_search;
--> statement-breakpoint
DROP TRIGGER bookings_change_in_the_search;
--> statement-breakpoint
CREATE TRIGGER bookings_enter_the_search AFTER INSERT ON bookings
BEGIN
  INSERT INTO booking_search (id, booking_id, ends_at, status, person, mobile)
  VALUES (
    (WITH RECURSIVE next (id) AS (
      SELECT NEW.starts_at UNION ALL SELECT id + 1 FROM next WHERE EXISTS (SELECT 1 FROM booking_search WHERE id = next.id)
    ) SELECT max(id) FROM next),
    NEW.id, NEW.ends_at, NEW.status,
    trim(NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email || ' ' || NEW.booker_first_name || ' ' || NEW.booker_last_name),
    NEW.mobile
  );
END;
--> statement-breakpoint
CREATE TRIGGER bookings_change_in_the_search
AFTER UPDATE OF starts_at, first_name, last_name, email, mobile, booker_first_name, booker_last_name ON bookings
BEGIN
  DELETE FROM booking_search WHERE booking_id = NEW.id;
  INSERT INTO booking_search (id, booking_id, ends_at, status, person, mobile)
  SELECT
    (WITH RECURSIVE next (id) AS (
      SELECT NEW.starts_at UNION ALL SELECT id + 1 FROM next WHERE EXISTS (SELECT 1 FROM booking_search WHERE id = next.id)
    ) SELECT max(id) FROM next),
    NEW.id, NEW.ends_at, NEW.status,
    trim(NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email || ' ' || NEW.booker_first_name || ' ' || NEW.booker_last_name),
    NEW.mobile
  WHERE NEW.anonymised = 0;
END;
