CREATE TABLE `dangers` (
	`kind` text PRIMARY KEY NOT NULL,
	`began_at` integer NOT NULL,
	`told_at` integer,
	`ended_at` integer
) STRICT;
