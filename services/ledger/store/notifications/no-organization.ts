/** Sorts before the ids of all organizations, which take turns by their ids. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'
