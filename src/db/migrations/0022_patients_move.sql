ALTER TABLE `bookings` ADD `move_to_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `move_asked_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `moves` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_with_move` ON `bookings` (`move_asked_at`) WHERE move_to_at is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `moved_to_at` integer;--> statement-breakpoint
ALTER TABLE `occupations` ADD `move_of` text REFERENCES bookings(id) ON DELETE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX `occupations_by_move` ON `occupations` (`move_of`) WHERE move_of is not null;