CREATE TABLE `texts` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`opening` text,
	`closing` text,
	`actor` text NOT NULL,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
