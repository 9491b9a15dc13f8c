// Keeps what is not on the server yet: in IndexedDB, else in localStorage, else in memory.

const NAME = "kifu-table";
const STORE = "queue";

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

class Indexed {
  constructor(base) {
    this.base = base;
  }

  read(key) {
    return new Promise((resolve, reject) => {
      const request = this.base.transaction(STORE).objectStore(STORE).get(key);
      request.onsuccess = () => resolve(request.result || []);
      request.onerror = () => reject(request.error);
    });
  }

  write(key, items) {
    return new Promise((resolve, reject) => {
      const change = this.base.transaction(STORE, "readwrite");
      change.objectStore(STORE).put(items, key);
      change.oncomplete = () => resolve();
      change.onerror = () => reject(change.error);
    });
  }
}

class Local {
  async read(key) {
    return JSON.parse(localStorage.getItem(`${NAME}-${key}`) || "[]");
  }

  async write(key, items) {
    localStorage.setItem(`${NAME}-${key}`, JSON.stringify(items));
  }
}

class Memory {
  constructor() {
    this.kept = new Map();
  }

  async read(key) {
    return this.kept.get(key) || [];
  }

  async write(key, items) {
    this.kept.set(key, items);
  }
}

// Returns the best store that this browser has.
export async function store() {
  try {
    return new Indexed(await opened());
  } catch {
    try {
      localStorage.setItem(`${NAME}-try`, "1");
      return new Local();
    } catch {
      return new Memory();
    }
  }
}
