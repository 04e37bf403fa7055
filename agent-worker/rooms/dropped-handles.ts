/**
 * Whether an error is one that LiveKit's media library raises when JavaScript's garbage collector drops a handle that
 * its native half has let go of already (seen when a room was left while it was being joined, on a machine with nine
 * programs for each processor). It is thrown outside of any call, so it cannot be caught, and it does no harm.
 */
export function isDroppedHandle(error: { readonly message: string }): boolean {
  return error.message === 'trying to drop an invalid handle';
}
