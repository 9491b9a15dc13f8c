// What answers the screens: the server that they came from, or a host of the page that stands in for it.

const HTTP = {
  async answer(method, path, body) {
    const options = { method, credentials: "same-origin", cache: "no-store" };
    if (body !== undefined) {
      options.headers = { "Content-Type": "application/json" };
      options.body = JSON.stringify(body);
    }
    const answer = await fetch(path, options);
    const [, name] = /filename="([^"]+)"/u.exec(answer.headers.get("Content-Disposition") || "") || [null, null];
    return name && answer.status === 200 ? { status: 200, file: await answer.blob(), name } : { status: answer.status, body: await answer.json() };
  },
  events: (path) => new EventSource(path),
  go: (path) => window.location.assign(path),
};

let host = HTTP;

// Puts another host in the place of the server. It has the members of HTTP; what it leaves out stays as it is.
export function standIn(other) {
  host = { ...HTTP, ...other };
}

// Asks the server. Returns {status, body}, or {status, file, name} if the answer is a file; status 0: nothing has answered.
export async function ask(method, path, body) {
  try {
    return await host.answer(method, path, body);
  } catch {
    return { status: 0, body: null };
  }
}

// Opens a stream of events: an EventSource, or what does as one (addEventListener, readyState, close).
export function events(path) {
  return host.events(path);
}

// Goes to the screen at a path.
export function go(path) {
  host.go(path);
}
