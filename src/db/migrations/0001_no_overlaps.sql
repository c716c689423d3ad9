-- No resource is ever occupied twice at the same time, whoever writes. Rows that already stand do not overlap, so the
-- latest one that starts before the new one's end is the only one that can reach into it: one step in the index.
CREATE TRIGGER occupations_never_overlap_insert BEFORE INSERT ON occupations
WHEN NEW.starts_at < (
  SELECT ends_at FROM occupations
  WHERE resource_id = NEW.resource_id AND starts_at < NEW.ends_at
  ORDER BY starts_at DESC LIMIT 1
)
BEGIN
  SELECT RAISE(ABORT, 'occupied');
END;
--> statement-breakpoint
CREATE TRIGGER occupations_never_overlap_update BEFORE UPDATE OF id, resource_id, starts_at, ends_at ON occupations
WHEN NEW.starts_at < (
  SELECT ends_at FROM occupations
  WHERE resource_id = NEW.resource_id AND starts_at < NEW.ends_at AND id <> OLD.id
  ORDER BY starts_at DESC LIMIT 1
)
BEGIN
  SELECT RAISE(ABORT, 'occupied');
END;
