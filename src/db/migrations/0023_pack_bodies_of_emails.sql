CREATE TABLE `message_dictionaries` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `message_dictionaries_text_unique` ON `message_dictionaries` (`text`);--> statement-breakpoint
ALTER TABLE `messages` ADD `packed` blob;--> statement-breakpoint
ALTER TABLE `messages` ADD `dictionary_id` integer REFERENCES message_dictionaries(id);--> statement-breakpoint
CREATE INDEX `messages_to_pack` ON `messages` (`channel`,`created_at`) WHERE packed is null and emptied is null and status not in ('queued', 'sending') and instr(text, '&sig=') = 0;