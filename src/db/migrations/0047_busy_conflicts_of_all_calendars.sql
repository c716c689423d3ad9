INSERT INTO `busy_conflicts` SELECT `booking_id`, 'erp ' || `event_id` FROM `erp_conflicts`;--> statement-breakpoint
DROP TABLE `erp_conflicts`;
