/** The address of the log-in that leads on to `to`. */
export const logInPath = (to: string) => `/login?to=${encodeURIComponent(to)}`
