/** Whether the browser submitted the form without script, and so expects a redirect to a page. */
export const isPlainForm = (request: Request) => request.headers.get('Accept')?.includes('text/html') ?? false
