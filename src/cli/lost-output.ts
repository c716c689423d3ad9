/**
 * Makes a command whose output cannot be written, as on a full disk, say so and fail. Node alone would leave
 * the output out and report success. A reader that has read enough, as `head` has, is no failure.
 */
export function reportLostOutput(): void {
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    console.error(`Standard output cannot be written (${code}): what the command prints is lost.`)
    process.once('exit', () => {
      process.exitCode ||= 1
    })
  })
}
