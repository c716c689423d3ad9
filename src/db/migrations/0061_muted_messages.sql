-- The status of a message that is stored and not sent has one name, in the database as in the API.
UPDATE messages SET status = 'muted' WHERE status = 'suppressed';
