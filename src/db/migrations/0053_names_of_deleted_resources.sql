CREATE TABLE `former_resources` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
) STRICT;
