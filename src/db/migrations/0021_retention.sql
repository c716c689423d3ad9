ALTER TABLE `bookings` ADD `anonymised` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_to_anonymise` ON `bookings` (`ends_at`) WHERE anonymised = 0;--> statement-breakpoint
CREATE INDEX `bookings_with_svnr` ON `bookings` (`ends_at`) WHERE svnr is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `emptied` text;--> statement-breakpoint
CREATE INDEX `messages_with_content` ON `messages` (`created_at`) WHERE emptied is null;--> statement-breakpoint
-- An anonymised booking is not searched.
DROP TRIGGER bookings_change_in_the_search;
--> statement-breakpoint
CREATE TRIGGER bookings_change_in_the_search AFTER UPDATE OF starts_at, first_name, last_name, email, mobile ON bookings
BEGIN
  DELETE FROM booking_search WHERE booking_id = NEW.id;
  INSERT INTO booking_search (id, booking_id, ends_at, status, person, mobile)
  SELECT
    (WITH RECURSIVE next (id) AS (
      SELECT NEW.starts_at UNION ALL SELECT id + 1 FROM next WHERE EXISTS (SELECT 1 FROM booking_search WHERE id = next.id)
    ) SELECT max(id) FROM next),
    NEW.id, NEW.ends_at, NEW.status, NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email, NEW.mobile
  WHERE NEW.anonymised = 0;
END;
