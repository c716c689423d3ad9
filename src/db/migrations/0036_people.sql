ALTER TABLE `admins` ADD `invitation_token` text;--> statement-breakpoint
ALTER TABLE `admins` ADD `invitation_expires_at` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `invitation_message_id` integer REFERENCES messages(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `feeds` ADD `admin_id` integer REFERENCES admins(id) ON DELETE cascade;--> statement-breakpoint
-- A feed belongs to who has made it.
UPDATE `feeds` SET `admin_id` = coalesce(
  (SELECT `admins`.`id` FROM `audit` JOIN `admins` ON `email` = `actor_name`
    WHERE `action` = 'feed-made' AND `subject` = `title` AND `at` = `feeds`.`created_at`),
  (SELECT min(`id`) FROM `admins`)
);