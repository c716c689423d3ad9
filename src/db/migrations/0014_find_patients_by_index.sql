CREATE TABLE `booking_search` (
	`id` integer PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`ends_at` integer NOT NULL,
	`status` text NOT NULL,
	`person` text NOT NULL,
	`mobile` text NOT NULL,
	`words` text GENERATED ALWAYS AS (replace(replace('  ' || replace(lower(person), ' ', '  '), 'ß', 'ss'), 'ẞ', 'ss')) VIRTUAL,
	`names` text GENERATED ALWAYS AS (words || CASE WHEN words GLOB '*[aou]e*' THEN replace(replace(replace(words, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') ELSE '' END) VIRTUAL,
	`digits` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(CASE WHEN mobile GLOB '+*' OR mobile GLOB '00*' THEN replace(mobile, '(0)', '') ELSE mobile END, ' ', ''), '/', ''), '.', ''), '-', ''), '–', ''), '—', ''), '‐', ''), '‑', ''), '(', ''), ')', ''), '[', ''), ']', '')) VIRTUAL,
	`phone` text GENERATED ALWAYS AS ('  ' || CASE WHEN digits GLOB '0043*' THEN substr(digits, 5) WHEN digits GLOB '+43*' THEN substr(digits, 4) WHEN digits GLOB '00*' THEN substr(digits, 3) WHEN digits GLOB '[0+]*' THEN substr(digits, 2) ELSE digits END) VIRTUAL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_search_booking_id_unique` ON `booking_search` (`booking_id`);
--> statement-breakpoint
-- Trigrams also find a part within a word, such as @gmx.
CREATE VIRTUAL TABLE booking_search_index USING fts5(
  names, phone, content = 'booking_search', content_rowid = 'id', columnsize = 0, tokenize = 'trigram remove_diacritics 1'
);
--> statement-breakpoint
-- Overwrites what leaves the index, which the pragma of that name does not do.
INSERT INTO booking_search_index (booking_search_index, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER booking_search_is_indexed AFTER INSERT ON booking_search
BEGIN
  INSERT INTO booking_search_index (rowid, names, phone) VALUES (NEW.id, NEW.names, NEW.phone);
END;
--> statement-breakpoint
CREATE TRIGGER booking_search_leaves_the_index AFTER DELETE ON booking_search
BEGIN
  INSERT INTO booking_search_index (booking_search_index, rowid, names, phone)
  VALUES ('delete', OLD.id, OLD.names, OLD.phone);
END;
--> statement-breakpoint
CREATE TRIGGER bookings_enter_the_search AFTER INSERT ON bookings
BEGIN
  INSERT INTO booking_search (id, booking_id, ends_at, status, person, mobile)
  VALUES (
    (WITH RECURSIVE next (id) AS (
      SELECT NEW.starts_at UNION ALL SELECT id + 1 FROM next WHERE EXISTS (SELECT 1 FROM booking_search WHERE id = next.id)
    ) SELECT max(id) FROM next),
    NEW.id, NEW.ends_at, NEW.status, NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email, NEW.mobile
  );
END;
--> statement-breakpoint
CREATE TRIGGER bookings_change_in_the_search AFTER UPDATE OF starts_at, first_name, last_name, email, mobile ON bookings
BEGIN
  DELETE FROM booking_search WHERE booking_id = NEW.id;
  INSERT INTO booking_search (id, booking_id, ends_at, status, person, mobile)
  VALUES (
    (WITH RECURSIVE next (id) AS (
      SELECT NEW.starts_at UNION ALL SELECT id + 1 FROM next WHERE EXISTS (SELECT 1 FROM booking_search WHERE id = next.id)
    ) SELECT max(id) FROM next),
    NEW.id, NEW.ends_at, NEW.status, NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email, NEW.mobile
  );
END;
--> statement-breakpoint
CREATE TRIGGER bookings_are_decided_in_the_search AFTER UPDATE OF ends_at, status ON bookings
BEGIN
  UPDATE booking_search SET ends_at = NEW.ends_at, status = NEW.status WHERE booking_id = NEW.id;
END;
--> statement-breakpoint
-- Fills the index by the triggers.
UPDATE bookings SET mobile = mobile;
