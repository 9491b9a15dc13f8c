// Keeps the journals of the games: in the origin's private file system, else in IndexedDB, else in memory alone. What a method
// has written is on the disk when its promise resolves. Each folder of a host has journals of its own.

import { scoped } from "./scope.js";

const ENDING = ".journal";
const [FOLDER, BASE] = ["kifu", "kifu-journals"];
const CHUNKS = "chunks";
const TAKING = "kifu-taking-over";

function wrong(name) {
  const error = new Error(name);
  error.name = name;
  return error;
}

class Files {
  // `open` returns the folder; it is opened again if a person has erased it meanwhile.
  constructor(open) {
    this.open = open;
  }

  async begin() {
    this.folder = await this.open();
    return this;
  }

  // Does something with the folder; if it is gone, for which each browser has another error, with a new one.
  async within(act) {
    try {
      return await act(this.folder);
    } catch {
      await this.begin();
      return act(this.folder);
    }
  }

  file(name, create = false) {
    return this.within(async (folder) => {
      try {
        return await folder.getFileHandle(name, { create });
      } catch (error) {
        if (error.name === "NotFoundError" && !create) return null;
        throw error;
      }
    });
  }

  sizes() {
    return this.within(async (folder) => {
      const sizes = [];
      for await (const [name, file] of folder.entries()) {
        if (name.endsWith(ENDING)) sizes.push([name.slice(0, -ENDING.length), (await file.getFile()).size]);
      }
      return sizes;
    });
  }

  async size(name) {
    const file = await this.file(name + ENDING);
    return file ? (await file.getFile()).size : 0;
  }

  async read(name) {
    const file = await this.file(name + ENDING);
    return new Uint8Array(file ? await (await file.getFile()).arrayBuffer() : 0);
  }

  async append(name, at, data) {
    await this.change(name + ENDING, at, (access) => {
      if (access.write(data, { at }) !== data.length) throw wrong("QuotaExceededError");
    });
  }

  async cut(name, at, torn) {
    await this.change(`${name}${ENDING}.torn-${at}-${Date.now()}`, 0, (access) => access.write(torn, { at: 0 }));
    await this.change(name + ENDING, null, (access) => access.truncate(at));
  }

  // Changes a file that has `at` bytes (null: as many as it may have); it is as it was before if that fails.
  async change(name, at, act) {
    const file = await this.file(name, true);
    const access = await file.createSyncAccessHandle();
    try {
      const size = await access.getSize();
      if (at !== null && size !== at) throw wrong("ChangedError");
      try {
        act(access);
        await access.flush();
      } catch (error) {
        await access.truncate(size);
        await access.flush();
        throw error;
      }
    } finally {
      await access.close();
    }
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

class Base {
  // `open` returns the base; it is opened again if a person has erased it meanwhile.
  constructor(open) {
    this.open = open;
  }

  async begin() {
    const base = await done(this.open());
    base.onversionchange = () => base.close(); // whoever erases it does not wait
    this.base = base;
    return this;
  }

  async transaction(mode) {
    try {
      return this.base.transaction(CHUNKS, mode, { durability: "strict" });
    } catch (error) {
      if (error.name !== "InvalidStateError") throw error;
      await this.begin();
      return this.base.transaction(CHUNKS, mode, { durability: "strict" });
    }
  }

  async chunks(range) {
    const store = (await this.transaction("readonly")).objectStore(CHUNKS);
    const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
    return keys.map(([name, at], place) => ({ name, at, data: values[place] }));
  }

  of(name) {
    return IDBKeyRange.bound([name, 0], [name, Infinity]);
  }

  async sizes() {
    const sizes = new Map();
    for (const { name, at, data } of await this.chunks()) sizes.set(name, at + data.length);
    return [...sizes];
  }

  async size(name) {
    const last = (await this.chunks(this.of(name))).at(-1);
    return last ? last.at + last.data.length : 0;
  }

  async read(name) {
    const chunks = await this.chunks(this.of(name));
    const last = chunks.at(-1);
    const whole = new Uint8Array(last ? last.at + last.data.length : 0);
    for (const { at, data } of chunks) whole.set(data, at);
    return whole;
  }

  async append(name, at, data) {
    const change = await this.transaction("readwrite");
    const store = change.objectStore(CHUNKS);
    const cursor = store.openCursor(this.of(name), "prev");
    let changed = false;
    cursor.onsuccess = () => {
      const last = cursor.result;
      changed = (last ? last.key[1] + last.value.length : 0) !== at;
      if (changed) change.abort();
      else store.add(data, [name, at]);
    };
    await new Promise((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(changed ? wrong("ChangedError") : change.error || wrong("QuotaExceededError"));
    });
  }

  // A transaction is written whole or not at all: no chunk is ever torn.
  async cut() {
    throw wrong("ChangedError");
  }
}

class Memory {
  constructor() {
    this.kept = new Map();
  }

  async sizes() {
    return [...this.kept].map(([name, data]) => [name, data.length]);
  }

  async size(name) {
    return this.kept.get(name)?.length || 0;
  }

  async read(name) {
    return this.kept.get(name) || new Uint8Array(0);
  }

  async append(name, at, data) {
    this.kept.set(name, new Uint8Array([...(await this.read(name)), ...data]));
  }

  async cut() {
    throw wrong("ChangedError");
  }
}

function files_of(name, options) {
  return new Files(async () => (await navigator.storage.getDirectory()).getDirectoryHandle(name, options)).begin();
}

function base_of(name, upgrade) {
  const open = () => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => upgrade(request);
    return request;
  };
  return new Base(open).begin();
}

async function files() {
  const store = await files_of(scoped(FOLDER), { create: true });
  // Two workers may begin at once, and one alone may hold a file.
  const name = `probe-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  await store.change(name, 0, (access) => access.truncate(0));
  await store.folder.removeEntry(name);
  return store;
}

async function base() {
  const store = await base_of(scoped(BASE), ({ result }) => result.createObjectStore(CHUNKS));
  await store.sizes();
  return store;
}

// The stores that earlier pages kept under the bare names for all folders of the host, of those that are there. They stay as they
// are: another page may need them, and one that was opened before this one may still write to them.
async function unscoped() {
  const found = await Promise.allSettled([files_of(FOLDER), base_of(BASE, ({ transaction }) => transaction.abort())]); // none is made
  return found.filter(({ status }) => status === "fulfilled").map(({ value }) => value);
}

// Takes over what earlier visits kept elsewhere: in the base, if this browser could give no files then, and for all folders.
async function gathered(store, kind) {
  for (const earlier of [...(kind === "files" ? [await base()] : []), ...(await unscoped())]) await taken_over(store, earlier);
}

// Takes over the games of an earlier store. Where both have gone on, both stay, the other one as a game of its own.
async function taken_over(store, earlier) {
  for (const [name] of await earlier.sizes()) {
    const there = await earlier.read(name);
    for (const own of [name, `${name}-2`]) {
      const here = await store.read(own);
      const parted = here.slice(0, there.length).some((byte, place) => byte !== there[place]);
      if (!parted && here.length < there.length) await store.append(own, here.length, there.slice(here.length));
      if (!parted) break;
    }
  }
}

// Returns the best store that this browser has, and its kind: "files", "base", or "memory" if nothing outlives the page.
export async function journals() {
  for (const [kind, make] of [["files", files], ["base", base]]) {
    try {
      const store = await make();
      const take = () => gathered(store, kind).catch(() => {}); // what fails now is tried again at the next visit
      await (navigator.locks ? navigator.locks.request(scoped(TAKING), take) : take());
      return { kind, store };
    } catch {
      // The next one is tried.
    }
  }
  return { kind: "memory", store: new Memory() };
}
