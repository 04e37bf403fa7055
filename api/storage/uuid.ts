const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text has the form of a row's id, a UUID; other texts match no row. */
export const isUuid = (id: string): boolean => UUID.test(id);
