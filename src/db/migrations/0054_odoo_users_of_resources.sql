ALTER TABLE `erp_events` ADD `odoo_user` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `resources` ADD `odoo_user` text DEFAULT '' NOT NULL;