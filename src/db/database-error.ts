/** Thrown when a database or backup cannot be used. Its message is a sentence for the command line. */
export class DatabaseError extends Error {}
