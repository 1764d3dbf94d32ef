#!/usr/bin/env node
// @ts-nocheck
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __require = /* @__PURE__ */ ((x) => typeof require !== "undefined" ? require : typeof Proxy !== "undefined" ? new Proxy(x, {
  get: (a, b) => (typeof require !== "undefined" ? require : a)[b]
}) : x)(function(x) {
  if (typeof require !== "undefined") return require.apply(this, arguments);
  throw Error('Dynamic require of "' + x + '" is not supported');
});
var __commonJS = (cb, mod) => function __require2() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// ../../node_modules/pend/index.js
var require_pend = __commonJS({
  "../../node_modules/pend/index.js"(exports, module) {
    module.exports = Pend;
    function Pend() {
      this.pending = 0;
      this.max = Infinity;
      this.listeners = [];
      this.waiting = [];
      this.error = null;
    }
    Pend.prototype.go = function(fn) {
      if (this.pending < this.max) {
        pendGo(this, fn);
      } else {
        this.waiting.push(fn);
      }
    };
    Pend.prototype.wait = function(cb) {
      if (this.pending === 0) {
        cb(this.error);
      } else {
        this.listeners.push(cb);
      }
    };
    Pend.prototype.hold = function() {
      return pendHold(this);
    };
    function pendHold(self) {
      self.pending += 1;
      var called = false;
      return onCb;
      function onCb(err2) {
        if (called) throw new Error("callback called twice");
        called = true;
        self.error = self.error || err2;
        self.pending -= 1;
        if (self.waiting.length > 0 && self.pending < self.max) {
          pendGo(self, self.waiting.shift());
        } else if (self.pending === 0) {
          var listeners = self.listeners;
          self.listeners = [];
          listeners.forEach(cbListener);
        }
      }
      function cbListener(listener) {
        listener(self.error);
      }
    }
    function pendGo(self, fn) {
      fn(pendHold(self));
    }
  }
});

// ../../node_modules/yauzl/fd-slicer.js
var require_fd_slicer = __commonJS({
  "../../node_modules/yauzl/fd-slicer.js"(exports) {
    var fs = __require("fs");
    var util = __require("util");
    var stream = __require("stream");
    var Readable2 = stream.Readable;
    var PassThrough = stream.PassThrough;
    var Pend = require_pend();
    var EventEmitter = __require("events").EventEmitter;
    exports.BufferSlicer = BufferSlicer;
    exports.FdSlicer = FdSlicer;
    util.inherits(FdSlicer, EventEmitter);
    function FdSlicer(fd) {
      EventEmitter.call(this);
      this.fd = fd;
      this.pend = new Pend();
      this.pend.max = 1;
      this.refCount = 0;
    }
    FdSlicer.prototype.read = function(buffer, offset, length, position, callback) {
      var self = this;
      self.pend.go(function(cb) {
        fs.read(self.fd, buffer, offset, length, position, function(err2, bytesRead, buffer2) {
          cb();
          callback(err2, bytesRead, buffer2);
        });
      });
    };
    FdSlicer.prototype.createReadStream = function(options2) {
      return new ReadStream(this, options2);
    };
    FdSlicer.prototype.ref = function() {
      this.refCount += 1;
    };
    FdSlicer.prototype.unref = function() {
      var self = this;
      self.refCount -= 1;
      if (self.refCount < 0) throw new Error("invalid unref");
      if (self.refCount > 0) return;
      fs.close(self.fd, onCloseDone);
      function onCloseDone(err2) {
        if (err2) {
          self.emit("error", err2);
        } else {
          self.emit("close");
        }
      }
    };
    util.inherits(ReadStream, Readable2);
    function ReadStream(context, options2) {
      options2 = options2 || {};
      Readable2.call(this, options2);
      this.context = context;
      this.context.ref();
      this.start = options2.start || 0;
      this.endOffset = options2.end;
      this.pos = this.start;
    }
    ReadStream.prototype._read = function(n) {
      var self = this;
      var toRead = Math.min(self._readableState.highWaterMark, n);
      if (self.endOffset != null) {
        toRead = Math.min(toRead, self.endOffset - self.pos);
      }
      if (toRead <= 0) {
        self.push(null);
        this._cleanup();
        return;
      }
      self.context.pend.go(function(cb) {
        var buffer = Buffer.allocUnsafe(toRead);
        fs.read(self.context.fd, buffer, 0, toRead, self.pos, function(err2, bytesRead) {
          if (err2) {
            self.destroy(err2);
          } else if (bytesRead === 0) {
            self.push(null);
            self._cleanup();
          } else {
            self.pos += bytesRead;
            self.push(buffer.slice(0, bytesRead));
          }
          cb();
        });
      });
    };
    ReadStream.prototype._destroy = function(err2, cb) {
      this._cleanup();
      cb(err2);
    };
    ReadStream.prototype._cleanup = function() {
      if (this.context != null) {
        this.context.unref();
        this.context = null;
      }
    };
    util.inherits(BufferSlicer, EventEmitter);
    function BufferSlicer(buffer) {
      EventEmitter.call(this);
      this.refCount = 0;
      this.buffer = buffer;
    }
    BufferSlicer.prototype.read = function(buffer, offset, length, position, callback) {
      if (!(0 <= offset && offset <= buffer.length)) throw new RangeError("offset outside buffer: 0 <= " + offset + " <= " + buffer.length);
      if (position < 0) throw new RangeError("position is negative: " + position);
      if (offset + length > buffer.length) {
        length = buffer.length - offset;
      }
      if (position + length > this.buffer.length) {
        length = this.buffer.length - position;
      }
      if (length <= 0) {
        setImmediate(function() {
          callback(null, 0);
        });
        return;
      }
      this.buffer.copy(buffer, offset, position, position + length);
      setImmediate(function() {
        callback(null, length);
      });
    };
    BufferSlicer.prototype.createReadStream = function(options2) {
      options2 = options2 || {};
      var readStream = new PassThrough(options2);
      readStream.start = options2.start || 0;
      readStream.endOffset = options2.end;
      readStream.pos = readStream.endOffset || this.buffer.length;
      var entireSlice = this.buffer.slice(readStream.start, readStream.pos);
      var maxChunkSize = 65536;
      var offset = 0;
      while (true) {
        var nextOffset = offset + maxChunkSize;
        if (nextOffset >= entireSlice.length) {
          if (offset < entireSlice.length) {
            readStream.write(entireSlice.slice(offset, entireSlice.length));
          }
          break;
        }
        readStream.write(entireSlice.slice(offset, nextOffset));
        offset = nextOffset;
      }
      readStream.end();
      return readStream;
    };
    BufferSlicer.prototype.ref = function() {
      this.refCount += 1;
    };
    BufferSlicer.prototype.unref = function() {
      this.refCount -= 1;
      if (this.refCount < 0) {
        throw new Error("invalid unref");
      }
    };
  }
});

// ../../node_modules/yauzl/crc32.js
var require_crc32 = __commonJS({
  "../../node_modules/yauzl/crc32.js"(exports, module) {
    var CRC_TABLE = new Int32Array([
      0,
      1996959894,
      3993919788,
      2567524794,
      124634137,
      1886057615,
      3915621685,
      2657392035,
      249268274,
      2044508324,
      3772115230,
      2547177864,
      162941995,
      2125561021,
      3887607047,
      2428444049,
      498536548,
      1789927666,
      4089016648,
      2227061214,
      450548861,
      1843258603,
      4107580753,
      2211677639,
      325883990,
      1684777152,
      4251122042,
      2321926636,
      335633487,
      1661365465,
      4195302755,
      2366115317,
      997073096,
      1281953886,
      3579855332,
      2724688242,
      1006888145,
      1258607687,
      3524101629,
      2768942443,
      901097722,
      1119000684,
      3686517206,
      2898065728,
      853044451,
      1172266101,
      3705015759,
      2882616665,
      651767980,
      1373503546,
      3369554304,
      3218104598,
      565507253,
      1454621731,
      3485111705,
      3099436303,
      671266974,
      1594198024,
      3322730930,
      2970347812,
      795835527,
      1483230225,
      3244367275,
      3060149565,
      1994146192,
      31158534,
      2563907772,
      4023717930,
      1907459465,
      112637215,
      2680153253,
      3904427059,
      2013776290,
      251722036,
      2517215374,
      3775830040,
      2137656763,
      141376813,
      2439277719,
      3865271297,
      1802195444,
      476864866,
      2238001368,
      4066508878,
      1812370925,
      453092731,
      2181625025,
      4111451223,
      1706088902,
      314042704,
      2344532202,
      4240017532,
      1658658271,
      366619977,
      2362670323,
      4224994405,
      1303535960,
      984961486,
      2747007092,
      3569037538,
      1256170817,
      1037604311,
      2765210733,
      3554079995,
      1131014506,
      879679996,
      2909243462,
      3663771856,
      1141124467,
      855842277,
      2852801631,
      3708648649,
      1342533948,
      654459306,
      3188396048,
      3373015174,
      1466479909,
      544179635,
      3110523913,
      3462522015,
      1591671054,
      702138776,
      2966460450,
      3352799412,
      1504918807,
      783551873,
      3082640443,
      3233442989,
      3988292384,
      2596254646,
      62317068,
      1957810842,
      3939845945,
      2647816111,
      81470997,
      1943803523,
      3814918930,
      2489596804,
      225274430,
      2053790376,
      3826175755,
      2466906013,
      167816743,
      2097651377,
      4027552580,
      2265490386,
      503444072,
      1762050814,
      4150417245,
      2154129355,
      426522225,
      1852507879,
      4275313526,
      2312317920,
      282753626,
      1742555852,
      4189708143,
      2394877945,
      397917763,
      1622183637,
      3604390888,
      2714866558,
      953729732,
      1340076626,
      3518719985,
      2797360999,
      1068828381,
      1219638859,
      3624741850,
      2936675148,
      906185462,
      1090812512,
      3747672003,
      2825379669,
      829329135,
      1181335161,
      3412177804,
      3160834842,
      628085408,
      1382605366,
      3423369109,
      3138078467,
      570562233,
      1426400815,
      3317316542,
      2998733608,
      733239954,
      1555261956,
      3268935591,
      3050360625,
      752459403,
      1541320221,
      2607071920,
      3965973030,
      1969922972,
      40735498,
      2617837225,
      3943577151,
      1913087877,
      83908371,
      2512341634,
      3803740692,
      2075208622,
      213261112,
      2463272603,
      3855990285,
      2094854071,
      198958881,
      2262029012,
      4057260610,
      1759359992,
      534414190,
      2176718541,
      4139329115,
      1873836001,
      414664567,
      2282248934,
      4279200368,
      1711684554,
      285281116,
      2405801727,
      4167216745,
      1634467795,
      376229701,
      2685067896,
      3608007406,
      1308918612,
      956543938,
      2808555105,
      3495958263,
      1231636301,
      1047427035,
      2932959818,
      3654703836,
      1088359270,
      936918e3,
      2847714899,
      3736837829,
      1202900863,
      817233897,
      3183342108,
      3401237130,
      1404277552,
      615818150,
      3134207493,
      3453421203,
      1423857449,
      601450431,
      3009837614,
      3294710456,
      1567103746,
      711928724,
      3020668471,
      3272380065,
      1510334235,
      755167117
    ]);
    function crc322(buf) {
      let crc = -1;
      for (let x of buf) {
        crc = CRC_TABLE[(crc ^ x) & 255] ^ crc >>> 8;
      }
      return (crc ^ -1) >>> 0;
    }
    module.exports = crc322;
  }
});

// ../../node_modules/yauzl/index.js
var require_yauzl = __commonJS({
  "../../node_modules/yauzl/index.js"(exports) {
    var fs = __require("fs");
    var zlib = __require("zlib");
    var fd_slicer = require_fd_slicer();
    var util = __require("util");
    var EventEmitter = __require("events").EventEmitter;
    var Transform2 = __require("stream").Transform;
    var PassThrough = __require("stream").PassThrough;
    var Writable = __require("stream").Writable;
    var crc322 = typeof zlib.crc32 === "function" ? zlib.crc32 : require_crc32();
    exports.open = open3;
    exports.fromFd = fromFd;
    exports.fromBuffer = fromBuffer;
    exports.fromRandomAccessReader = fromRandomAccessReader;
    exports.openPromise = openPromise;
    exports.fromFdPromise = fromFdPromise;
    exports.fromBufferPromise = fromBufferPromise;
    exports.fromRandomAccessReaderPromise = fromRandomAccessReaderPromise;
    exports.dosDateTimeToDate = dosDateTimeToDate;
    exports.getFileNameLowLevel = getFileNameLowLevel;
    exports.validateFileName = validateFileName;
    exports.parseExtraFields = parseExtraFields;
    exports.ZipFile = ZipFile;
    exports.Entry = Entry;
    exports.LocalFileHeader = LocalFileHeader;
    exports.RandomAccessReader = RandomAccessReader;
    function openPromise(path, options2) {
      return new Promise((resolve, reject) => {
        open3(path, { ...options2, lazyEntries: true }, function(err2, zipfile) {
          if (err2) return reject(err2);
          resolve(zipfile);
        });
      });
    }
    function fromFdPromise(fd, options2) {
      return new Promise((resolve, reject) => {
        fromFd(fd, { ...options2, lazyEntries: true }, function(err2, zipfile) {
          if (err2) return reject(err2);
          resolve(zipfile);
        });
      });
    }
    function fromBufferPromise(buffer, options2) {
      return new Promise((resolve, reject) => {
        fromBuffer(buffer, { ...options2, lazyEntries: true }, function(err2, zipfile) {
          if (err2) return reject(err2);
          resolve(zipfile);
        });
      });
    }
    function fromRandomAccessReaderPromise(reader, totalSize, options2) {
      return new Promise((resolve, reject) => {
        fromRandomAccessReader(reader, totalSize, { ...options2, lazyEntries: true }, function(err2, zipfile) {
          if (err2) return reject(err2);
          resolve(zipfile);
        });
      });
    }
    function open3(path, options2, callback) {
      if (typeof options2 === "function") {
        callback = options2;
        options2 = null;
      }
      if (options2 == null) options2 = {};
      if (options2.autoClose == null) options2.autoClose = true;
      if (options2.lazyEntries == null) options2.lazyEntries = false;
      if (options2.decodeStrings == null) options2.decodeStrings = true;
      if (options2.validateEntrySizes == null) options2.validateEntrySizes = true;
      if (options2.strictFileNames == null) options2.strictFileNames = false;
      if (callback == null) callback = defaultCallback;
      fs.open(path, "r", function(err2, fd) {
        if (err2) return callback(err2);
        fromFd(fd, options2, function(err3, zipfile) {
          if (err3) fs.close(fd, defaultCallback);
          callback(err3, zipfile);
        });
      });
    }
    function fromFd(fd, options2, callback) {
      if (typeof options2 === "function") {
        callback = options2;
        options2 = null;
      }
      if (options2 == null) options2 = {};
      if (options2.autoClose == null) options2.autoClose = false;
      if (options2.lazyEntries == null) options2.lazyEntries = false;
      if (options2.decodeStrings == null) options2.decodeStrings = true;
      if (options2.validateEntrySizes == null) options2.validateEntrySizes = true;
      if (options2.strictFileNames == null) options2.strictFileNames = false;
      if (callback == null) callback = defaultCallback;
      fs.fstat(fd, function(err2, stats) {
        if (err2) return callback(err2);
        var reader = new fd_slicer.FdSlicer(fd);
        fromRandomAccessReader(reader, stats.size, options2, callback);
      });
    }
    function fromBuffer(buffer, options2, callback) {
      if (typeof options2 === "function") {
        callback = options2;
        options2 = null;
      }
      if (options2 == null) options2 = {};
      options2.autoClose = false;
      if (options2.lazyEntries == null) options2.lazyEntries = false;
      if (options2.decodeStrings == null) options2.decodeStrings = true;
      if (options2.validateEntrySizes == null) options2.validateEntrySizes = true;
      if (options2.strictFileNames == null) options2.strictFileNames = false;
      var reader = new fd_slicer.BufferSlicer(buffer);
      fromRandomAccessReader(reader, buffer.length, options2, callback);
    }
    function fromRandomAccessReader(reader, totalSize, options2, callback) {
      if (typeof options2 === "function") {
        callback = options2;
        options2 = null;
      }
      if (options2 == null) options2 = {};
      if (options2.autoClose == null) options2.autoClose = true;
      if (options2.lazyEntries == null) options2.lazyEntries = false;
      if (options2.decodeStrings == null) options2.decodeStrings = true;
      var decodeStrings = !!options2.decodeStrings;
      if (options2.validateEntrySizes == null) options2.validateEntrySizes = true;
      if (options2.strictFileNames == null) options2.strictFileNames = false;
      if (callback == null) callback = defaultCallback;
      if (typeof totalSize !== "number") throw new Error("expected totalSize parameter to be a number");
      if (totalSize > Number.MAX_SAFE_INTEGER) {
        throw new Error("zip file too large. only file sizes up to 2^52 are supported due to JavaScript's Number type being an IEEE 754 double.");
      }
      reader.ref();
      var eocdrWithoutCommentSize = 22;
      var zip64EocdlSize = 20;
      var maxCommentSize = 65535;
      var bufferSize = Math.min(zip64EocdlSize + eocdrWithoutCommentSize + maxCommentSize, totalSize);
      var buffer = newBuffer(bufferSize);
      var bufferReadStart = totalSize - buffer.length;
      readAndAssertNoEof(reader, buffer, 0, bufferSize, bufferReadStart, function(err2) {
        if (err2) return callback(err2);
        for (var i = bufferSize - eocdrWithoutCommentSize; i >= 0; i -= 1) {
          if (buffer.readUInt32LE(i) !== 101010256) continue;
          var eocdrBuffer = buffer.subarray(i);
          var diskNumber = eocdrBuffer.readUInt16LE(4);
          var entryCount = eocdrBuffer.readUInt16LE(10);
          var centralDirectoryOffset = eocdrBuffer.readUInt32LE(16);
          var commentLength = eocdrBuffer.readUInt16LE(20);
          var expectedCommentLength = eocdrBuffer.length - eocdrWithoutCommentSize;
          if (commentLength !== expectedCommentLength) {
            return callback(new Error("Invalid comment length. Expected: " + expectedCommentLength + ". Found: " + commentLength + ". Are there extra bytes at the end of the file? Or is the end of central dir signature `PK\u263A\u263B` in the comment?"));
          }
          var comment = decodeStrings ? decodeBuffer(eocdrBuffer.subarray(22), false) : eocdrBuffer.subarray(22);
          if (i - zip64EocdlSize >= 0 && buffer.readUInt32LE(i - zip64EocdlSize) === 117853008) {
            var zip64EocdlBuffer = buffer.subarray(i - zip64EocdlSize, i - zip64EocdlSize + zip64EocdlSize);
            var zip64EocdrOffset = readUInt64LE(zip64EocdlBuffer, 8);
            var zip64EocdrBuffer = newBuffer(56);
            return readAndAssertNoEof(reader, zip64EocdrBuffer, 0, zip64EocdrBuffer.length, zip64EocdrOffset, function(err3) {
              if (err3) return callback(err3);
              if (zip64EocdrBuffer.readUInt32LE(0) !== 101075792) {
                return callback(new Error("invalid zip64 end of central directory record signature"));
              }
              diskNumber = zip64EocdrBuffer.readUInt32LE(16);
              if (diskNumber !== 0) {
                return callback(new Error("multi-disk zip files are not supported: found disk number: " + diskNumber));
              }
              entryCount = readUInt64LE(zip64EocdrBuffer, 32);
              centralDirectoryOffset = readUInt64LE(zip64EocdrBuffer, 48);
              return callback(null, new ZipFile(reader, centralDirectoryOffset, totalSize, entryCount, comment, options2.autoClose, options2.lazyEntries, decodeStrings, options2.validateEntrySizes, options2.strictFileNames));
            });
          }
          if (diskNumber !== 0) {
            return callback(new Error("multi-disk zip files are not supported: found disk number: " + diskNumber));
          }
          return callback(null, new ZipFile(reader, centralDirectoryOffset, totalSize, entryCount, comment, options2.autoClose, options2.lazyEntries, decodeStrings, options2.validateEntrySizes, options2.strictFileNames));
        }
        callback(new Error("End of central directory record signature not found. Either not a zip file, or file is truncated."));
      });
    }
    util.inherits(ZipFile, EventEmitter);
    function ZipFile(reader, centralDirectoryOffset, fileSize, entryCount, comment, autoClose, lazyEntries, decodeStrings, validateEntrySizes, strictFileNames) {
      var self = this;
      EventEmitter.call(self);
      self.reader = reader;
      self.reader.on("error", function(err2) {
        emitError(self, err2);
      });
      self.reader.once("close", function() {
        self.emit("close");
      });
      self.readEntryCursor = centralDirectoryOffset;
      self.fileSize = fileSize;
      self.entryCount = entryCount;
      self.comment = comment;
      self.entriesRead = 0;
      self.autoClose = !!autoClose;
      self.lazyEntries = !!lazyEntries;
      self.decodeStrings = !!decodeStrings;
      self.validateEntrySizes = !!validateEntrySizes;
      self.strictFileNames = !!strictFileNames;
      self.isOpen = true;
      self.emittedError = false;
      self.hasEachEntryBeenCalled = false;
      if (!self.lazyEntries) self._readEntry();
    }
    ZipFile.prototype.close = function() {
      if (!this.isOpen) return;
      this.isOpen = false;
      this.reader.unref();
    };
    function emitErrorAndAutoClose(self, err2) {
      if (self.autoClose) self.close();
      emitError(self, err2);
    }
    function emitError(self, err2) {
      if (self.emittedError) return;
      self.emittedError = true;
      self.emit("error", err2);
    }
    ZipFile.prototype.readEntry = function() {
      if (!this.lazyEntries) throw new Error("readEntry() called without lazyEntries:true");
      this._readEntry();
    };
    ZipFile.prototype._readEntry = function() {
      var self = this;
      if (self.entryCount === self.entriesRead) {
        setImmediate(function() {
          if (self.autoClose) self.close();
          if (self.emittedError) return;
          self.emit("end");
        });
        return;
      }
      if (self.emittedError) return;
      var buffer = newBuffer(46);
      readAndAssertNoEof(self.reader, buffer, 0, buffer.length, self.readEntryCursor, function(err2) {
        if (err2) return emitErrorAndAutoClose(self, err2);
        if (self.emittedError) return;
        var entry = new Entry();
        var signature = buffer.readUInt32LE(0);
        if (signature !== 33639248) return emitErrorAndAutoClose(self, new Error("invalid central directory file header signature: 0x" + signature.toString(16)));
        entry.versionMadeBy = buffer.readUInt16LE(4);
        entry.versionNeededToExtract = buffer.readUInt16LE(6);
        entry.generalPurposeBitFlag = buffer.readUInt16LE(8);
        entry.compressionMethod = buffer.readUInt16LE(10);
        entry.lastModFileTime = buffer.readUInt16LE(12);
        entry.lastModFileDate = buffer.readUInt16LE(14);
        entry.crc32 = buffer.readUInt32LE(16);
        entry.compressedSize = buffer.readUInt32LE(20);
        entry.uncompressedSize = buffer.readUInt32LE(24);
        entry.fileNameLength = buffer.readUInt16LE(28);
        entry.extraFieldLength = buffer.readUInt16LE(30);
        entry.fileCommentLength = buffer.readUInt16LE(32);
        entry.internalFileAttributes = buffer.readUInt16LE(36);
        entry.externalFileAttributes = buffer.readUInt32LE(38);
        entry.relativeOffsetOfLocalHeader = buffer.readUInt32LE(42);
        if (entry.generalPurposeBitFlag & 64) return emitErrorAndAutoClose(self, new Error("strong encryption is not supported"));
        self.readEntryCursor += 46;
        buffer = newBuffer(entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength);
        readAndAssertNoEof(self.reader, buffer, 0, buffer.length, self.readEntryCursor, function(err3) {
          if (err3) return emitErrorAndAutoClose(self, err3);
          if (self.emittedError) return;
          entry.fileNameRaw = buffer.subarray(0, entry.fileNameLength);
          var fileCommentStart = entry.fileNameLength + entry.extraFieldLength;
          entry.extraFieldRaw = buffer.subarray(entry.fileNameLength, fileCommentStart);
          entry.fileCommentRaw = buffer.subarray(fileCommentStart, fileCommentStart + entry.fileCommentLength);
          try {
            entry.extraFields = parseExtraFields(entry.extraFieldRaw);
          } catch (err4) {
            return emitErrorAndAutoClose(self, err4);
          }
          if (self.decodeStrings) {
            var isUtf8 = (entry.generalPurposeBitFlag & 2048) !== 0;
            entry.fileComment = decodeBuffer(entry.fileCommentRaw, isUtf8);
            entry.fileName = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, self.strictFileNames);
            var errorMessage = validateFileName(entry.fileName);
            if (errorMessage != null) return emitErrorAndAutoClose(self, new Error(errorMessage));
          } else {
            entry.fileComment = entry.fileCommentRaw;
            entry.fileName = entry.fileNameRaw;
          }
          entry.comment = entry.fileComment;
          self.readEntryCursor += buffer.length;
          self.entriesRead += 1;
          for (var i = 0; i < entry.extraFields.length; i++) {
            var extraField = entry.extraFields[i];
            if (extraField.id !== 1) continue;
            var zip64EiefBuffer = extraField.data;
            var index = 0;
            if (entry.uncompressedSize === 4294967295) {
              if (index + 8 > zip64EiefBuffer.length) {
                return emitErrorAndAutoClose(self, new Error("zip64 extended information extra field does not include uncompressed size"));
              }
              entry.uncompressedSize = readUInt64LE(zip64EiefBuffer, index);
              index += 8;
            }
            if (entry.compressedSize === 4294967295) {
              if (index + 8 > zip64EiefBuffer.length) {
                return emitErrorAndAutoClose(self, new Error("zip64 extended information extra field does not include compressed size"));
              }
              entry.compressedSize = readUInt64LE(zip64EiefBuffer, index);
              index += 8;
            }
            if (entry.relativeOffsetOfLocalHeader === 4294967295) {
              if (index + 8 > zip64EiefBuffer.length) {
                return emitErrorAndAutoClose(self, new Error("zip64 extended information extra field does not include relative header offset"));
              }
              entry.relativeOffsetOfLocalHeader = readUInt64LE(zip64EiefBuffer, index);
              index += 8;
            }
            break;
          }
          if (self.validateEntrySizes && entry.compressionMethod === 0) {
            var expectedCompressedSize = entry.uncompressedSize;
            if (entry.isEncrypted()) {
              expectedCompressedSize += 12;
            }
            if (entry.compressedSize !== expectedCompressedSize) {
              var msg = "compressed/uncompressed size mismatch for stored file: " + entry.compressedSize + " != " + entry.uncompressedSize;
              return emitErrorAndAutoClose(self, new Error(msg));
            }
          }
          self.emit("entry", entry);
          if (!self.lazyEntries) self._readEntry();
        });
      });
    };
    ZipFile.prototype.eachEntry = function() {
      const self = this;
      if (!self.lazyEntries) throw new Error("eachEntry() requires lazyEntries: true");
      if (self.hasEachEntryBeenCalled) throw new Error("eachEntry() must only be called once per ZipFile");
      self.hasEachEntryBeenCalled = true;
      let pendingResolveReject = null;
      self.on("entry", onEntry);
      self.on("end", onEnd);
      self.on("error", onError);
      function cleanup() {
        self.removeListener("entry", onEntry);
        self.removeListener("end", onEnd);
        self.removeListener("error", onError);
        if (self.autoClose) self.close();
      }
      function onEntry(entry) {
        let { resolve } = pendingResolveReject;
        pendingResolveReject = null;
        resolve({ value: entry });
      }
      function onEnd() {
        let { resolve } = pendingResolveReject;
        pendingResolveReject = null;
        cleanup();
        resolve({ done: true });
      }
      function onError(err2) {
        let { reject } = pendingResolveReject;
        pendingResolveReject = null;
        cleanup();
        reject(err2);
      }
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        next() {
          const promise = new Promise((resolve, reject) => {
            if (pendingResolveReject != null) throw new Error("next() called before previous Promise was resolved.");
            pendingResolveReject = { resolve, reject };
          });
          self.readEntry();
          return promise;
        },
        return(value) {
          cleanup();
          return Promise.resolve({ done: true, value });
        },
        throw(value) {
          cleanup();
          return Promise.reject(value);
        }
      };
    };
    ZipFile.prototype.openReadStream = function(entry, options2, callback) {
      var self = this;
      var relativeStart = 0;
      var relativeEnd = entry.compressedSize;
      if (callback == null) {
        callback = options2;
        options2 = null;
      }
      if (options2 == null) {
        options2 = {};
      } else {
        if (options2.decodeFileData === false) {
          if (options2.decrypt != null) {
            throw new Error("cannot use options.decrypt when options.decodeFileData === false");
          }
          if (options2.decompress != null) {
            throw new Error("cannot use options.decompress when options.decodeFileData === false");
          }
        } else {
          if (options2.decrypt != null) {
            if (!entry.isEncrypted()) {
              throw new Error("options.decrypt can only be specified for encrypted entries. See also option decodeFileData.");
            }
            if (options2.decrypt !== false) throw new Error("invalid options.decrypt value: " + options2.decrypt);
            if (entry.isCompressed()) {
              if (options2.decompress !== false) throw new Error("entry is encrypted and compressed, and options.decompress !== false. See also option decodeFileData.");
            }
          }
          if (options2.decompress != null) {
            if (!entry.isCompressed()) {
              throw new Error("options.decompress can only be specified for compressed entries. See also option decodeFileData.");
            }
            if (!(options2.decompress === false || options2.decompress === true)) {
              throw new Error("invalid options.decompress value: " + options2.decompress);
            }
            decompress = options2.decompress;
          }
        }
        if (options2.start != null) {
          relativeStart = options2.start;
          if (relativeStart < 0) throw new Error("options.start < 0");
          if (relativeStart > entry.compressedSize) throw new Error("options.start > entry.compressedSize");
        }
        if (options2.end != null) {
          relativeEnd = options2.end;
          if (relativeEnd < 0) throw new Error("options.end < 0");
          if (relativeEnd > entry.compressedSize) throw new Error("options.end > entry.compressedSize");
          if (relativeEnd < relativeStart) throw new Error("options.end < options.start");
        }
      }
      var rawMode = options2.decodeFileData === false || // Explicitly requested raw.
      (entry.compressionMethod === 0 || // Naturally without compression.
      entry.compressionMethod === 8 && options2.decompress === false) && (!entry.isEncrypted() || // Naturally without encryption.
      options2.decrypt === false);
      if (options2.start != null || options2.end != null) {
        if (!rawMode) throw new Error("start/end range require options.decodeFileData === false for non-trivial encoded entries.");
      }
      if (!self.isOpen) return callback(new Error("closed"));
      if (entry.isEncrypted() && !rawMode) {
        if (options2.decrypt !== false) return callback(new Error("entry is encrypted, and options.decodeFileData !== false"));
      }
      var decompress;
      if (rawMode) {
        decompress = false;
      } else if (entry.compressionMethod === 8) {
        decompress = options2.decodeFileData !== true;
      } else {
        return callback(new Error("unsupported compression method: " + entry.compressionMethod));
      }
      self.readLocalFileHeader(entry, { minimal: true }, function(err2, localFileHeader) {
        if (err2) return callback(err2);
        self.openReadStreamLowLevel(
          localFileHeader.fileDataStart,
          entry.compressedSize,
          relativeStart,
          relativeEnd,
          decompress,
          entry.uncompressedSize,
          callback
        );
      });
    };
    ZipFile.prototype.openReadStreamLowLevel = function(fileDataStart, compressedSize, relativeStart, relativeEnd, decompress, uncompressedSize, callback) {
      var self = this;
      var fileDataEnd = fileDataStart + compressedSize;
      var readStream = self.reader.createReadStream({
        start: fileDataStart + relativeStart,
        end: fileDataStart + relativeEnd
      });
      var endpointStream = readStream;
      if (decompress) {
        var destroyed = false;
        var inflateFilter = zlib.createInflateRaw();
        readStream.on("error", function(err2) {
          setImmediate(function() {
            if (!destroyed) inflateFilter.emit("error", err2);
          });
        });
        readStream.pipe(inflateFilter);
        if (self.validateEntrySizes) {
          endpointStream = new AssertByteCountStream(uncompressedSize);
          inflateFilter.on("error", function(err2) {
            setImmediate(function() {
              if (!destroyed) endpointStream.emit("error", err2);
            });
          });
          inflateFilter.pipe(endpointStream);
        } else {
          endpointStream = inflateFilter;
        }
        installDestroyFn(endpointStream, function() {
          destroyed = true;
          if (inflateFilter !== endpointStream) inflateFilter.unpipe(endpointStream);
          readStream.unpipe(inflateFilter);
          readStream.destroy();
        });
      }
      callback(null, endpointStream);
    };
    ZipFile.prototype.readLocalFileHeader = function(entry, options2, callback) {
      var self = this;
      if (callback == null) {
        callback = options2;
        options2 = null;
      }
      if (options2 == null) options2 = {};
      self.reader.ref();
      var buffer = newBuffer(30);
      readAndAssertNoEof(self.reader, buffer, 0, buffer.length, entry.relativeOffsetOfLocalHeader, function(err2) {
        try {
          if (err2) return callback(err2);
          var signature = buffer.readUInt32LE(0);
          if (signature !== 67324752) {
            return callback(new Error("invalid local file header signature: 0x" + signature.toString(16)));
          }
          var fileNameLength = buffer.readUInt16LE(26);
          var extraFieldLength = buffer.readUInt16LE(28);
          var fileDataStart = entry.relativeOffsetOfLocalHeader + 30 + fileNameLength + extraFieldLength;
          if (fileDataStart + entry.compressedSize > self.fileSize) {
            return callback(new Error("file data overflows file bounds: " + fileDataStart + " + " + entry.compressedSize + " > " + self.fileSize));
          }
          if (options2.minimal) {
            return callback(null, { fileDataStart });
          }
          var localFileHeader = new LocalFileHeader();
          localFileHeader.fileDataStart = fileDataStart;
          localFileHeader.versionNeededToExtract = buffer.readUInt16LE(4);
          localFileHeader.generalPurposeBitFlag = buffer.readUInt16LE(6);
          localFileHeader.compressionMethod = buffer.readUInt16LE(8);
          localFileHeader.lastModFileTime = buffer.readUInt16LE(10);
          localFileHeader.lastModFileDate = buffer.readUInt16LE(12);
          localFileHeader.crc32 = buffer.readUInt32LE(14);
          localFileHeader.compressedSize = buffer.readUInt32LE(18);
          localFileHeader.uncompressedSize = buffer.readUInt32LE(22);
          localFileHeader.fileNameLength = fileNameLength;
          localFileHeader.extraFieldLength = extraFieldLength;
          buffer = newBuffer(fileNameLength + extraFieldLength);
          self.reader.ref();
          readAndAssertNoEof(self.reader, buffer, 0, buffer.length, entry.relativeOffsetOfLocalHeader + 30, function(err3) {
            try {
              if (err3) return callback(err3);
              localFileHeader.fileName = buffer.subarray(0, fileNameLength);
              localFileHeader.extraField = buffer.subarray(fileNameLength);
              return callback(null, localFileHeader);
            } finally {
              self.reader.unref();
            }
          });
        } finally {
          self.reader.unref();
        }
      });
    };
    ZipFile.prototype.openReadStreamPromise = function(entry, options2) {
      return new Promise((resolve, reject) => {
        this.openReadStream(entry, options2, function(err2, readStream) {
          if (err2) return reject(err2);
          resolve(readStream);
        });
      });
    };
    ZipFile.prototype.openReadStreamLowLevelPromise = function(fileDataStart, compressedSize, relativeStart, relativeEnd, decompress, uncompressedSize) {
      return new Promise((resolve, reject) => {
        this.openReadStream(fileDataStart, compressedSize, relativeStart, relativeEnd, decompress, uncompressedSize, function(err2, readStream) {
          if (err2) return reject(err2);
          resolve(readStream);
        });
      });
    };
    ZipFile.prototype.readLocalFileHeaderPromise = function(entry, options2) {
      return new Promise((resolve, reject) => {
        this.readLocalFileHeader(entry, options2, function(err2, localFileHeader) {
          if (err2) return reject(err2);
          resolve(localFileHeader);
        });
      });
    };
    function Entry() {
    }
    Entry.prototype.getLastModDate = function(options2) {
      if (options2 == null) options2 = {};
      if (!options2.forceDosFormat) {
        for (var i = 0; i < this.extraFields.length; i++) {
          var extraField = this.extraFields[i];
          if (extraField.id === 21589) {
            var data = extraField.data;
            if (data.length < 5) continue;
            var flags = data[0];
            var HAS_MTIME = 1;
            if (!(flags & HAS_MTIME)) continue;
            var posixTimestamp = data.readInt32LE(1);
            return new Date(posixTimestamp * 1e3);
          } else if (extraField.id === 10) {
            var data = extraField.data;
            if (data.length !== 32) continue;
            if (data.readUInt16LE(4) !== 1) continue;
            if (data.readUInt16LE(6) !== 24) continue;
            var hundredNanoSecondsSince1601 = data.readUInt32LE(8) + 4294967296 * data.readInt32LE(12);
            var millisecondsSince1970 = hundredNanoSecondsSince1601 / 1e4 - 116444736e5;
            return new Date(millisecondsSince1970);
          }
        }
      }
      return dosDateTimeToDate(this.lastModFileDate, this.lastModFileTime, options2.timezone);
    };
    Entry.prototype.canDecodeFileData = function() {
      return !this.isEncrypted() && (this.compressionMethod === 0 || this.compressionMethod === 8);
    };
    Entry.prototype.isEncrypted = function() {
      return (this.generalPurposeBitFlag & 1) !== 0;
    };
    Entry.prototype.isCompressed = function() {
      return this.compressionMethod === 8;
    };
    function LocalFileHeader() {
    }
    function dosDateTimeToDate(date, time, timezone) {
      var day = date & 31;
      var month = (date >> 5 & 15) - 1;
      var year = (date >> 9 & 127) + 1980;
      var millisecond = 0;
      var second = (time & 31) * 2;
      var minute = time >> 5 & 63;
      var hour = time >> 11 & 31;
      if (timezone == null || timezone === "local") {
        return new Date(year, month, day, hour, minute, second, millisecond);
      } else if (timezone === "UTC") {
        return new Date(Date.UTC(year, month, day, hour, minute, second, millisecond));
      } else {
        throw new Error("unrecognized options.timezone: " + options.timezone);
      }
    }
    function getFileNameLowLevel(generalPurposeBitFlag, fileNameBuffer, extraFields, strictFileNames) {
      var fileName = null;
      for (var i = 0; i < extraFields.length; i++) {
        var extraField = extraFields[i];
        if (extraField.id === 28789) {
          if (extraField.data.length < 6) {
            continue;
          }
          if (extraField.data.readUInt8(0) !== 1) {
            continue;
          }
          var oldNameCrc32 = extraField.data.readUInt32LE(1);
          if (crc322(fileNameBuffer) !== oldNameCrc32) {
            continue;
          }
          fileName = decodeBuffer(extraField.data.subarray(5), true);
          break;
        }
      }
      if (fileName == null) {
        var isUtf8 = (generalPurposeBitFlag & 2048) !== 0;
        fileName = decodeBuffer(fileNameBuffer, isUtf8);
      }
      if (!strictFileNames) {
        fileName = fileName.replace(/\\/g, "/");
      }
      return fileName;
    }
    function validateFileName(fileName) {
      if (fileName.indexOf("\\") !== -1) {
        return "invalid characters in fileName: " + fileName;
      }
      if (/^[a-zA-Z]:/.test(fileName) || /^\//.test(fileName)) {
        return "absolute path: " + fileName;
      }
      if (fileName.split("/").indexOf("..") !== -1) {
        return "invalid relative path: " + fileName;
      }
      return null;
    }
    function parseExtraFields(extraFieldBuffer) {
      var extraFields = [];
      var i = 0;
      while (i < extraFieldBuffer.length - 3) {
        var headerId = extraFieldBuffer.readUInt16LE(i + 0);
        var dataSize = extraFieldBuffer.readUInt16LE(i + 2);
        var dataStart = i + 4;
        var dataEnd = dataStart + dataSize;
        if (dataEnd > extraFieldBuffer.length) throw new Error("extra field length exceeds extra field buffer size");
        var dataBuffer = extraFieldBuffer.subarray(dataStart, dataEnd);
        extraFields.push({
          id: headerId,
          data: dataBuffer
        });
        i = dataEnd;
      }
      return extraFields;
    }
    function readAndAssertNoEof(reader, buffer, offset, length, position, callback) {
      if (length === 0) {
        return setImmediate(function() {
          callback(null, newBuffer(0));
        });
      }
      reader.read(buffer, offset, length, position, function(err2, bytesRead) {
        if (err2) return callback(err2);
        if (bytesRead < length) {
          return callback(new Error("unexpected EOF"));
        }
        callback();
      });
    }
    util.inherits(AssertByteCountStream, Transform2);
    function AssertByteCountStream(byteCount) {
      Transform2.call(this);
      this.actualByteCount = 0;
      this.expectedByteCount = byteCount;
    }
    AssertByteCountStream.prototype._transform = function(chunk, encoding, cb) {
      this.actualByteCount += chunk.length;
      if (this.actualByteCount > this.expectedByteCount) {
        var msg = "too many bytes in the stream. expected " + this.expectedByteCount + ". got at least " + this.actualByteCount;
        return cb(new Error(msg));
      }
      cb(null, chunk);
    };
    AssertByteCountStream.prototype._flush = function(cb) {
      if (this.actualByteCount < this.expectedByteCount) {
        var msg = "not enough bytes in the stream. expected " + this.expectedByteCount + ". got only " + this.actualByteCount;
        return cb(new Error(msg));
      }
      cb();
    };
    util.inherits(RandomAccessReader, EventEmitter);
    function RandomAccessReader() {
      EventEmitter.call(this);
      this.refCount = 0;
    }
    RandomAccessReader.prototype.ref = function() {
      this.refCount += 1;
    };
    RandomAccessReader.prototype.unref = function() {
      var self = this;
      self.refCount -= 1;
      if (self.refCount > 0) return;
      if (self.refCount < 0) throw new Error("invalid unref");
      self.close(onCloseDone);
      function onCloseDone(err2) {
        if (err2) return self.emit("error", err2);
        self.emit("close");
      }
    };
    RandomAccessReader.prototype.createReadStream = function(options2) {
      if (options2 == null) options2 = {};
      var start = options2.start;
      var end = options2.end;
      if (start === end) {
        var emptyStream = new PassThrough();
        setImmediate(function() {
          emptyStream.end();
        });
        return emptyStream;
      }
      var stream = this._readStreamForRange(start, end);
      var destroyed = false;
      var refUnrefFilter = new RefUnrefFilter(this);
      stream.on("error", function(err2) {
        setImmediate(function() {
          if (!destroyed) refUnrefFilter.emit("error", err2);
        });
      });
      installDestroyFn(refUnrefFilter, function() {
        stream.unpipe(refUnrefFilter);
        refUnrefFilter.unref();
        stream.destroy();
      });
      var byteCounter = new AssertByteCountStream(end - start);
      refUnrefFilter.on("error", function(err2) {
        setImmediate(function() {
          if (!destroyed) byteCounter.emit("error", err2);
        });
      });
      installDestroyFn(byteCounter, function() {
        destroyed = true;
        refUnrefFilter.unpipe(byteCounter);
        refUnrefFilter.destroy();
      });
      return stream.pipe(refUnrefFilter).pipe(byteCounter);
    };
    RandomAccessReader.prototype._readStreamForRange = function(start, end) {
      throw new Error("not implemented");
    };
    RandomAccessReader.prototype.read = function(buffer, offset, length, position, callback) {
      var readStream = this.createReadStream({ start: position, end: position + length });
      var writeStream = new Writable();
      var written = 0;
      writeStream._write = function(chunk, encoding, cb) {
        chunk.copy(buffer, offset + written, 0, chunk.length);
        written += chunk.length;
        cb();
      };
      writeStream.on("finish", callback);
      readStream.on("error", function(error) {
        callback(error);
      });
      readStream.pipe(writeStream);
    };
    RandomAccessReader.prototype.close = function(callback) {
      setImmediate(callback);
    };
    util.inherits(RefUnrefFilter, PassThrough);
    function RefUnrefFilter(context) {
      PassThrough.call(this);
      this.context = context;
      this.context.ref();
      this.unreffedYet = false;
    }
    RefUnrefFilter.prototype._flush = function(cb) {
      this.unref();
      cb();
    };
    RefUnrefFilter.prototype.unref = function(cb) {
      if (this.unreffedYet) return;
      this.unreffedYet = true;
      this.context.unref();
    };
    var cp437 = "\0\u263A\u263B\u2665\u2666\u2663\u2660\u2022\u25D8\u25CB\u25D9\u2642\u2640\u266A\u266B\u263C\u25BA\u25C4\u2195\u203C\xB6\xA7\u25AC\u21A8\u2191\u2193\u2192\u2190\u221F\u2194\u25B2\u25BC !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u2302\xC7\xFC\xE9\xE2\xE4\xE0\xE5\xE7\xEA\xEB\xE8\xEF\xEE\xEC\xC4\xC5\xC9\xE6\xC6\xF4\xF6\xF2\xFB\xF9\xFF\xD6\xDC\xA2\xA3\xA5\u20A7\u0192\xE1\xED\xF3\xFA\xF1\xD1\xAA\xBA\xBF\u2310\xAC\xBD\xBC\xA1\xAB\xBB\u2591\u2592\u2593\u2502\u2524\u2561\u2562\u2556\u2555\u2563\u2551\u2557\u255D\u255C\u255B\u2510\u2514\u2534\u252C\u251C\u2500\u253C\u255E\u255F\u255A\u2554\u2569\u2566\u2560\u2550\u256C\u2567\u2568\u2564\u2565\u2559\u2558\u2552\u2553\u256B\u256A\u2518\u250C\u2588\u2584\u258C\u2590\u2580\u03B1\xDF\u0393\u03C0\u03A3\u03C3\xB5\u03C4\u03A6\u0398\u03A9\u03B4\u221E\u03C6\u03B5\u2229\u2261\xB1\u2265\u2264\u2320\u2321\xF7\u2248\xB0\u2219\xB7\u221A\u207F\xB2\u25A0\xA0";
    function decodeBuffer(buffer, isUtf8) {
      if (isUtf8) {
        return buffer.toString("utf8");
      } else {
        var result = "";
        for (var i = 0; i < buffer.length; i++) {
          result += cp437[buffer[i]];
        }
        return result;
      }
    }
    function readUInt64LE(buffer, offset) {
      var lower32 = buffer.readUInt32LE(offset);
      var upper32 = buffer.readUInt32LE(offset + 4);
      return upper32 * 4294967296 + lower32;
    }
    var newBuffer;
    if (typeof Buffer.allocUnsafe === "function") {
      newBuffer = function(len) {
        return Buffer.allocUnsafe(len);
      };
    } else {
      newBuffer = function(len) {
        return new Buffer(len);
      };
    }
    function installDestroyFn(stream, fn) {
      if (typeof stream.destroy === "function") {
        stream._destroy = function(err2, cb) {
          fn();
          if (cb != null) cb(err2);
        };
      } else {
        stream.destroy = fn;
      }
    }
    function defaultCallback(err2) {
      if (err2) throw err2;
    }
  }
});

// ../../node_modules/xmlchars/xml/1.0/ed5.js
var require_ed5 = __commonJS({
  "../../node_modules/xmlchars/xml/1.0/ed5.js"(exports) {
    "use strict";
    /**
     * Character classes and associated utilities for the 5th edition of XML 1.0.
     *
     * @author Louis-Dominique Dubeau
     * @license MIT
     * @copyright Louis-Dominique Dubeau
     */
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.CHAR = "	\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}";
    exports.S = " 	\r\n";
    exports.NAME_START_CHAR = ":A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}";
    exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9\xB7\u0300-\u036F\u203F-\u2040";
    exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
    exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
    exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
    exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
    exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
    exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
    var TAB = 9;
    var NL = 10;
    var CR = 13;
    var SPACE = 32;
    exports.S_LIST = [SPACE, NL, CR, TAB];
    function isChar(c) {
      return c >= SPACE && c <= 55295 || c === NL || c === CR || c === TAB || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
    }
    exports.isChar = isChar;
    function isS(c) {
      return c === SPACE || c === NL || c === CR || c === TAB;
    }
    exports.isS = isS;
    function isNameStartChar(c) {
      return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
    }
    exports.isNameStartChar = isNameStartChar;
    function isNameChar(c) {
      return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
    }
    exports.isNameChar = isNameChar;
  }
});

// ../../node_modules/xmlchars/xml/1.1/ed2.js
var require_ed2 = __commonJS({
  "../../node_modules/xmlchars/xml/1.1/ed2.js"(exports) {
    "use strict";
    /**
     * Character classes and associated utilities for the 2nd edition of XML 1.1.
     *
     * @author Louis-Dominique Dubeau
     * @license MIT
     * @copyright Louis-Dominique Dubeau
     */
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.CHAR = "-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}";
    exports.RESTRICTED_CHAR = "-\b\v\f-\x7F-\x84\x86-\x9F";
    exports.S = " 	\r\n";
    exports.NAME_START_CHAR = ":A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}";
    exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9\xB7\u0300-\u036F\u203F-\u2040";
    exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
    exports.RESTRICTED_CHAR_RE = new RegExp("^[" + exports.RESTRICTED_CHAR + "]$", "u");
    exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
    exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
    exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
    exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
    exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
    var TAB = 9;
    var NL = 10;
    var CR = 13;
    var SPACE = 32;
    exports.S_LIST = [SPACE, NL, CR, TAB];
    function isChar(c) {
      return c >= 1 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
    }
    exports.isChar = isChar;
    function isRestrictedChar(c) {
      return c >= 1 && c <= 8 || c === 11 || c === 12 || c >= 14 && c <= 31 || c >= 127 && c <= 132 || c >= 134 && c <= 159;
    }
    exports.isRestrictedChar = isRestrictedChar;
    function isCharAndNotRestricted(c) {
      return c === 9 || c === 10 || c === 13 || c > 31 && c < 127 || c === 133 || c > 159 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
    }
    exports.isCharAndNotRestricted = isCharAndNotRestricted;
    function isS(c) {
      return c === SPACE || c === NL || c === CR || c === TAB;
    }
    exports.isS = isS;
    function isNameStartChar(c) {
      return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
    }
    exports.isNameStartChar = isNameStartChar;
    function isNameChar(c) {
      return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
    }
    exports.isNameChar = isNameChar;
  }
});

// ../../node_modules/xmlchars/xmlns/1.0/ed3.js
var require_ed3 = __commonJS({
  "../../node_modules/xmlchars/xmlns/1.0/ed3.js"(exports) {
    "use strict";
    /**
     * Character class utilities for XML NS 1.0 edition 3.
     *
     * @author Louis-Dominique Dubeau
     * @license MIT
     * @copyright Louis-Dominique Dubeau
     */
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.NC_NAME_START_CHAR = "A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}";
    exports.NC_NAME_CHAR = "-" + exports.NC_NAME_START_CHAR + ".0-9\xB7\u0300-\u036F\u203F-\u2040";
    exports.NC_NAME_START_CHAR_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "]$", "u");
    exports.NC_NAME_CHAR_RE = new RegExp("^[" + exports.NC_NAME_CHAR + "]$", "u");
    exports.NC_NAME_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "][" + exports.NC_NAME_CHAR + "]*$", "u");
    function isNCNameStartChar(c) {
      return c >= 65 && c <= 90 || c === 95 || c >= 97 && c <= 122 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8204 && c <= 8205 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
    }
    exports.isNCNameStartChar = isNCNameStartChar;
    function isNCNameChar(c) {
      return isNCNameStartChar(c) || (c === 45 || c === 46 || c >= 48 && c <= 57 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256);
    }
    exports.isNCNameChar = isNCNameChar;
  }
});

// ../../node_modules/saxes/saxes.js
var require_saxes = __commonJS({
  "../../node_modules/saxes/saxes.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.SaxesParser = exports.EVENTS = void 0;
    var ed5 = require_ed5();
    var ed2 = require_ed2();
    var NSed3 = require_ed3();
    var isS = ed5.isS;
    var isChar10 = ed5.isChar;
    var isNameStartChar = ed5.isNameStartChar;
    var isNameChar = ed5.isNameChar;
    var S_LIST = ed5.S_LIST;
    var NAME_RE = ed5.NAME_RE;
    var isChar11 = ed2.isChar;
    var isNCNameStartChar = NSed3.isNCNameStartChar;
    var isNCNameChar = NSed3.isNCNameChar;
    var NC_NAME_RE = NSed3.NC_NAME_RE;
    var XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
    var XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
    var rootNS = {
      // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-assignment
      __proto__: null,
      xml: XML_NAMESPACE,
      xmlns: XMLNS_NAMESPACE
    };
    var XML_ENTITIES = {
      // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-assignment
      __proto__: null,
      amp: "&",
      gt: ">",
      lt: "<",
      quot: '"',
      apos: "'"
    };
    var EOC = -1;
    var NL_LIKE = -2;
    var S_BEGIN = 0;
    var S_BEGIN_WHITESPACE = 1;
    var S_DOCTYPE = 2;
    var S_DOCTYPE_QUOTE = 3;
    var S_DTD = 4;
    var S_DTD_QUOTED = 5;
    var S_DTD_OPEN_WAKA = 6;
    var S_DTD_OPEN_WAKA_BANG = 7;
    var S_DTD_COMMENT = 8;
    var S_DTD_COMMENT_ENDING = 9;
    var S_DTD_COMMENT_ENDED = 10;
    var S_DTD_PI = 11;
    var S_DTD_PI_ENDING = 12;
    var S_TEXT = 13;
    var S_ENTITY = 14;
    var S_OPEN_WAKA = 15;
    var S_OPEN_WAKA_BANG = 16;
    var S_COMMENT = 17;
    var S_COMMENT_ENDING = 18;
    var S_COMMENT_ENDED = 19;
    var S_CDATA = 20;
    var S_CDATA_ENDING = 21;
    var S_CDATA_ENDING_2 = 22;
    var S_PI_FIRST_CHAR = 23;
    var S_PI_REST = 24;
    var S_PI_BODY = 25;
    var S_PI_ENDING = 26;
    var S_XML_DECL_NAME_START = 27;
    var S_XML_DECL_NAME = 28;
    var S_XML_DECL_EQ = 29;
    var S_XML_DECL_VALUE_START = 30;
    var S_XML_DECL_VALUE = 31;
    var S_XML_DECL_SEPARATOR = 32;
    var S_XML_DECL_ENDING = 33;
    var S_OPEN_TAG = 34;
    var S_OPEN_TAG_SLASH = 35;
    var S_ATTRIB = 36;
    var S_ATTRIB_NAME = 37;
    var S_ATTRIB_NAME_SAW_WHITE = 38;
    var S_ATTRIB_VALUE = 39;
    var S_ATTRIB_VALUE_QUOTED = 40;
    var S_ATTRIB_VALUE_CLOSED = 41;
    var S_ATTRIB_VALUE_UNQUOTED = 42;
    var S_CLOSE_TAG = 43;
    var S_CLOSE_TAG_SAW_WHITE = 44;
    var TAB = 9;
    var NL = 10;
    var CR = 13;
    var SPACE = 32;
    var BANG = 33;
    var DQUOTE = 34;
    var AMP = 38;
    var SQUOTE = 39;
    var MINUS = 45;
    var FORWARD_SLASH = 47;
    var SEMICOLON = 59;
    var LESS = 60;
    var EQUAL = 61;
    var GREATER = 62;
    var QUESTION = 63;
    var OPEN_BRACKET = 91;
    var CLOSE_BRACKET = 93;
    var NEL = 133;
    var LS = 8232;
    var isQuote = (c) => c === DQUOTE || c === SQUOTE;
    var QUOTES = [DQUOTE, SQUOTE];
    var DOCTYPE_TERMINATOR = [...QUOTES, OPEN_BRACKET, GREATER];
    var DTD_TERMINATOR = [...QUOTES, LESS, CLOSE_BRACKET];
    var XML_DECL_NAME_TERMINATOR = [EQUAL, QUESTION, ...S_LIST];
    var ATTRIB_VALUE_UNQUOTED_TERMINATOR = [...S_LIST, GREATER, AMP, LESS];
    function nsPairCheck(parser, prefix, uri) {
      switch (prefix) {
        case "xml":
          if (uri !== XML_NAMESPACE) {
            parser.fail(`xml prefix must be bound to ${XML_NAMESPACE}.`);
          }
          break;
        case "xmlns":
          if (uri !== XMLNS_NAMESPACE) {
            parser.fail(`xmlns prefix must be bound to ${XMLNS_NAMESPACE}.`);
          }
          break;
        default:
      }
      switch (uri) {
        case XMLNS_NAMESPACE:
          parser.fail(prefix === "" ? `the default namespace may not be set to ${uri}.` : `may not assign a prefix (even "xmlns") to the URI ${XMLNS_NAMESPACE}.`);
          break;
        case XML_NAMESPACE:
          switch (prefix) {
            case "xml":
              break;
            case "":
              parser.fail(`the default namespace may not be set to ${uri}.`);
              break;
            default:
              parser.fail("may not assign the xml namespace to another prefix.");
          }
          break;
        default:
      }
    }
    function nsMappingCheck(parser, mapping) {
      for (const local of Object.keys(mapping)) {
        nsPairCheck(parser, local, mapping[local]);
      }
    }
    var isNCName = (name) => NC_NAME_RE.test(name);
    var isName = (name) => NAME_RE.test(name);
    var FORBIDDEN_START = 0;
    var FORBIDDEN_BRACKET = 1;
    var FORBIDDEN_BRACKET_BRACKET = 2;
    exports.EVENTS = [
      "xmldecl",
      "text",
      "processinginstruction",
      "doctype",
      "comment",
      "opentagstart",
      "attribute",
      "opentag",
      "closetag",
      "cdata",
      "error",
      "end",
      "ready"
    ];
    var EVENT_NAME_TO_HANDLER_NAME = {
      xmldecl: "xmldeclHandler",
      text: "textHandler",
      processinginstruction: "piHandler",
      doctype: "doctypeHandler",
      comment: "commentHandler",
      opentagstart: "openTagStartHandler",
      attribute: "attributeHandler",
      opentag: "openTagHandler",
      closetag: "closeTagHandler",
      cdata: "cdataHandler",
      error: "errorHandler",
      end: "endHandler",
      ready: "readyHandler"
    };
    var SaxesParser2 = class {
      /**
       * @param opt The parser options.
       */
      constructor(opt) {
        this.opt = opt !== null && opt !== void 0 ? opt : {};
        this.fragmentOpt = !!this.opt.fragment;
        const xmlnsOpt = this.xmlnsOpt = !!this.opt.xmlns;
        this.trackPosition = this.opt.position !== false;
        this.fileName = this.opt.fileName;
        if (xmlnsOpt) {
          this.nameStartCheck = isNCNameStartChar;
          this.nameCheck = isNCNameChar;
          this.isName = isNCName;
          this.processAttribs = this.processAttribsNS;
          this.pushAttrib = this.pushAttribNS;
          this.ns = Object.assign({ __proto__: null }, rootNS);
          const additional = this.opt.additionalNamespaces;
          if (additional != null) {
            nsMappingCheck(this, additional);
            Object.assign(this.ns, additional);
          }
        } else {
          this.nameStartCheck = isNameStartChar;
          this.nameCheck = isNameChar;
          this.isName = isName;
          this.processAttribs = this.processAttribsPlain;
          this.pushAttrib = this.pushAttribPlain;
        }
        this.stateTable = [
          /* eslint-disable @typescript-eslint/unbound-method */
          this.sBegin,
          this.sBeginWhitespace,
          this.sDoctype,
          this.sDoctypeQuote,
          this.sDTD,
          this.sDTDQuoted,
          this.sDTDOpenWaka,
          this.sDTDOpenWakaBang,
          this.sDTDComment,
          this.sDTDCommentEnding,
          this.sDTDCommentEnded,
          this.sDTDPI,
          this.sDTDPIEnding,
          this.sText,
          this.sEntity,
          this.sOpenWaka,
          this.sOpenWakaBang,
          this.sComment,
          this.sCommentEnding,
          this.sCommentEnded,
          this.sCData,
          this.sCDataEnding,
          this.sCDataEnding2,
          this.sPIFirstChar,
          this.sPIRest,
          this.sPIBody,
          this.sPIEnding,
          this.sXMLDeclNameStart,
          this.sXMLDeclName,
          this.sXMLDeclEq,
          this.sXMLDeclValueStart,
          this.sXMLDeclValue,
          this.sXMLDeclSeparator,
          this.sXMLDeclEnding,
          this.sOpenTag,
          this.sOpenTagSlash,
          this.sAttrib,
          this.sAttribName,
          this.sAttribNameSawWhite,
          this.sAttribValue,
          this.sAttribValueQuoted,
          this.sAttribValueClosed,
          this.sAttribValueUnquoted,
          this.sCloseTag,
          this.sCloseTagSawWhite
          /* eslint-enable @typescript-eslint/unbound-method */
        ];
        this._init();
      }
      /**
       * Indicates whether or not the parser is closed. If ``true``, wait for
       * the ``ready`` event to write again.
       */
      get closed() {
        return this._closed;
      }
      _init() {
        var _a;
        this.openWakaBang = "";
        this.text = "";
        this.name = "";
        this.piTarget = "";
        this.entity = "";
        this.q = null;
        this.tags = [];
        this.tag = null;
        this.topNS = null;
        this.chunk = "";
        this.chunkPosition = 0;
        this.i = 0;
        this.prevI = 0;
        this.carriedFromPrevious = void 0;
        this.forbiddenState = FORBIDDEN_START;
        this.attribList = [];
        const { fragmentOpt } = this;
        this.state = fragmentOpt ? S_TEXT : S_BEGIN;
        this.reportedTextBeforeRoot = this.reportedTextAfterRoot = this.closedRoot = this.sawRoot = fragmentOpt;
        this.xmlDeclPossible = !fragmentOpt;
        this.xmlDeclExpects = ["version"];
        this.entityReturnState = void 0;
        let { defaultXMLVersion } = this.opt;
        if (defaultXMLVersion === void 0) {
          if (this.opt.forceXMLVersion === true) {
            throw new Error("forceXMLVersion set but defaultXMLVersion is not set");
          }
          defaultXMLVersion = "1.0";
        }
        this.setXMLVersion(defaultXMLVersion);
        this.positionAtNewLine = 0;
        this.doctype = false;
        this._closed = false;
        this.xmlDecl = {
          version: void 0,
          encoding: void 0,
          standalone: void 0
        };
        this.line = 1;
        this.column = 0;
        this.ENTITIES = Object.create(XML_ENTITIES);
        (_a = this.readyHandler) === null || _a === void 0 ? void 0 : _a.call(this);
      }
      /**
       * The stream position the parser is currently looking at. This field is
       * zero-based.
       *
       * This field is not based on counting Unicode characters but is to be
       * interpreted as a plain index into a JavaScript string.
       */
      get position() {
        return this.chunkPosition + this.i;
      }
      /**
       * The column number of the next character to be read by the parser.  *
       * This field is zero-based. (The first column in a line is 0.)
       *
       * This field reports the index at which the next character would be in the
       * line if the line were represented as a JavaScript string.  Note that this
       * *can* be different to a count based on the number of *Unicode characters*
       * due to how JavaScript handles astral plane characters.
       *
       * See [[column]] for a number that corresponds to a count of Unicode
       * characters.
       */
      get columnIndex() {
        return this.position - this.positionAtNewLine;
      }
      /**
       * Set an event listener on an event. The parser supports one handler per
       * event type. If you try to set an event handler over an existing handler,
       * the old handler is silently overwritten.
       *
       * @param name The event to listen to.
       *
       * @param handler The handler to set.
       */
      on(name, handler) {
        this[EVENT_NAME_TO_HANDLER_NAME[name]] = handler;
      }
      /**
       * Unset an event handler.
       *
       * @parma name The event to stop listening to.
       */
      off(name) {
        this[EVENT_NAME_TO_HANDLER_NAME[name]] = void 0;
      }
      /**
       * Make an error object. The error object will have a message that contains
       * the ``fileName`` option passed at the creation of the parser. If position
       * tracking was turned on, it will also have line and column number
       * information.
       *
       * @param message The message describing the error to report.
       *
       * @returns An error object with a properly formatted message.
       */
      makeError(message) {
        var _a;
        let msg = (_a = this.fileName) !== null && _a !== void 0 ? _a : "";
        if (this.trackPosition) {
          if (msg.length > 0) {
            msg += ":";
          }
          msg += `${this.line}:${this.column}`;
        }
        if (msg.length > 0) {
          msg += ": ";
        }
        return new Error(msg + message);
      }
      /**
       * Report a parsing error. This method is made public so that client code may
       * check for issues that are outside the scope of this project and can report
       * errors.
       *
       * @param message The error to report.
       *
       * @returns this
       */
      fail(message) {
        const err2 = this.makeError(message);
        const handler = this.errorHandler;
        if (handler === void 0) {
          throw err2;
        } else {
          handler(err2);
        }
        return this;
      }
      /**
       * Write a XML data to the parser.
       *
       * @param chunk The XML data to write.
       *
       * @returns this
       */
      // We do need object for the type here. Yes, it often causes problems
      // but not in this case.
      write(chunk) {
        if (this.closed) {
          return this.fail("cannot write after close; assign an onready handler.");
        }
        let end = false;
        if (chunk === null) {
          end = true;
          chunk = "";
        } else if (typeof chunk === "object") {
          chunk = chunk.toString();
        }
        if (this.carriedFromPrevious !== void 0) {
          chunk = `${this.carriedFromPrevious}${chunk}`;
          this.carriedFromPrevious = void 0;
        }
        let limit = chunk.length;
        const lastCode = chunk.charCodeAt(limit - 1);
        if (!end && // A trailing CR or surrogate must be carried over to the next
        // chunk.
        (lastCode === CR || lastCode >= 55296 && lastCode <= 56319)) {
          this.carriedFromPrevious = chunk[limit - 1];
          limit--;
          chunk = chunk.slice(0, limit);
        }
        const { stateTable } = this;
        this.chunk = chunk;
        this.i = 0;
        while (this.i < limit) {
          stateTable[this.state].call(this);
        }
        this.chunkPosition += limit;
        return end ? this.end() : this;
      }
      /**
       * Close the current stream. Perform final well-formedness checks and reset
       * the parser tstate.
       *
       * @returns this
       */
      close() {
        return this.write(null);
      }
      /**
       * Get a single code point out of the current chunk. This updates the current
       * position if we do position tracking.
       *
       * This is the algorithm to use for XML 1.0.
       *
       * @returns The character read.
       */
      getCode10() {
        const { chunk, i } = this;
        this.prevI = i;
        this.i = i + 1;
        if (i >= chunk.length) {
          return EOC;
        }
        const code = chunk.charCodeAt(i);
        this.column++;
        if (code < 55296) {
          if (code >= SPACE || code === TAB) {
            return code;
          }
          switch (code) {
            case NL:
              this.line++;
              this.column = 0;
              this.positionAtNewLine = this.position;
              return NL;
            case CR:
              if (chunk.charCodeAt(i + 1) === NL) {
                this.i = i + 2;
              }
              this.line++;
              this.column = 0;
              this.positionAtNewLine = this.position;
              return NL_LIKE;
            default:
              this.fail("disallowed character.");
              return code;
          }
        }
        if (code > 56319) {
          if (!(code >= 57344 && code <= 65533)) {
            this.fail("disallowed character.");
          }
          return code;
        }
        const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
        this.i = i + 2;
        if (final > 1114111) {
          this.fail("disallowed character.");
        }
        return final;
      }
      /**
       * Get a single code point out of the current chunk. This updates the current
       * position if we do position tracking.
       *
       * This is the algorithm to use for XML 1.1.
       *
       * @returns {number} The character read.
       */
      getCode11() {
        const { chunk, i } = this;
        this.prevI = i;
        this.i = i + 1;
        if (i >= chunk.length) {
          return EOC;
        }
        const code = chunk.charCodeAt(i);
        this.column++;
        if (code < 55296) {
          if (code > 31 && code < 127 || code > 159 && code !== LS || code === TAB) {
            return code;
          }
          switch (code) {
            case NL:
              this.line++;
              this.column = 0;
              this.positionAtNewLine = this.position;
              return NL;
            case CR: {
              const next = chunk.charCodeAt(i + 1);
              if (next === NL || next === NEL) {
                this.i = i + 2;
              }
            }
            /* yes, fall through */
            case NEL:
            // 0x85
            case LS:
              this.line++;
              this.column = 0;
              this.positionAtNewLine = this.position;
              return NL_LIKE;
            default:
              this.fail("disallowed character.");
              return code;
          }
        }
        if (code > 56319) {
          if (!(code >= 57344 && code <= 65533)) {
            this.fail("disallowed character.");
          }
          return code;
        }
        const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
        this.i = i + 2;
        if (final > 1114111) {
          this.fail("disallowed character.");
        }
        return final;
      }
      /**
       * Like ``getCode`` but with the return value normalized so that ``NL`` is
       * returned for ``NL_LIKE``.
       */
      getCodeNorm() {
        const c = this.getCode();
        return c === NL_LIKE ? NL : c;
      }
      unget() {
        this.i = this.prevI;
        this.column--;
      }
      /**
       * Capture characters into a buffer until encountering one of a set of
       * characters.
       *
       * @param chars An array of codepoints. Encountering a character in the array
       * ends the capture. (``chars`` may safely contain ``NL``.)
       *
       * @return The character code that made the capture end, or ``EOC`` if we hit
       * the end of the chunk. The return value cannot be NL_LIKE: NL is returned
       * instead.
       */
      captureTo(chars) {
        let { i: start } = this;
        const { chunk } = this;
        while (true) {
          const c = this.getCode();
          const isNLLike = c === NL_LIKE;
          const final = isNLLike ? NL : c;
          if (final === EOC || chars.includes(final)) {
            this.text += chunk.slice(start, this.prevI);
            return final;
          }
          if (isNLLike) {
            this.text += `${chunk.slice(start, this.prevI)}
`;
            start = this.i;
          }
        }
      }
      /**
       * Capture characters into a buffer until encountering a character.
       *
       * @param char The codepoint that ends the capture. **NOTE ``char`` MAY NOT
       * CONTAIN ``NL``.** Passing ``NL`` will result in buggy behavior.
       *
       * @return ``true`` if we ran into the character. Otherwise, we ran into the
       * end of the current chunk.
       */
      captureToChar(char) {
        let { i: start } = this;
        const { chunk } = this;
        while (true) {
          let c = this.getCode();
          switch (c) {
            case NL_LIKE:
              this.text += `${chunk.slice(start, this.prevI)}
`;
              start = this.i;
              c = NL;
              break;
            case EOC:
              this.text += chunk.slice(start);
              return false;
            default:
          }
          if (c === char) {
            this.text += chunk.slice(start, this.prevI);
            return true;
          }
        }
      }
      /**
       * Capture characters that satisfy ``isNameChar`` into the ``name`` field of
       * this parser.
       *
       * @return The character code that made the test fail, or ``EOC`` if we hit
       * the end of the chunk. The return value cannot be NL_LIKE: NL is returned
       * instead.
       */
      captureNameChars() {
        const { chunk, i: start } = this;
        while (true) {
          const c = this.getCode();
          if (c === EOC) {
            this.name += chunk.slice(start);
            return EOC;
          }
          if (!isNameChar(c)) {
            this.name += chunk.slice(start, this.prevI);
            return c === NL_LIKE ? NL : c;
          }
        }
      }
      /**
       * Skip white spaces.
       *
       * @return The character that ended the skip, or ``EOC`` if we hit
       * the end of the chunk. The return value cannot be NL_LIKE: NL is returned
       * instead.
       */
      skipSpaces() {
        while (true) {
          const c = this.getCodeNorm();
          if (c === EOC || !isS(c)) {
            return c;
          }
        }
      }
      setXMLVersion(version) {
        this.currentXMLVersion = version;
        if (version === "1.0") {
          this.isChar = isChar10;
          this.getCode = this.getCode10;
        } else {
          this.isChar = isChar11;
          this.getCode = this.getCode11;
        }
      }
      // STATE ENGINE METHODS
      // This needs to be a state separate from S_BEGIN_WHITESPACE because we want
      // to be sure never to come back to this state later.
      sBegin() {
        if (this.chunk.charCodeAt(0) === 65279) {
          this.i++;
          this.column++;
        }
        this.state = S_BEGIN_WHITESPACE;
      }
      sBeginWhitespace() {
        const iBefore = this.i;
        const c = this.skipSpaces();
        if (this.prevI !== iBefore) {
          this.xmlDeclPossible = false;
        }
        switch (c) {
          case LESS:
            this.state = S_OPEN_WAKA;
            if (this.text.length !== 0) {
              throw new Error("no-empty text at start");
            }
            break;
          case EOC:
            break;
          default:
            this.unget();
            this.state = S_TEXT;
            this.xmlDeclPossible = false;
        }
      }
      sDoctype() {
        var _a;
        const c = this.captureTo(DOCTYPE_TERMINATOR);
        switch (c) {
          case GREATER: {
            (_a = this.doctypeHandler) === null || _a === void 0 ? void 0 : _a.call(this, this.text);
            this.text = "";
            this.state = S_TEXT;
            this.doctype = true;
            break;
          }
          case EOC:
            break;
          default:
            this.text += String.fromCodePoint(c);
            if (c === OPEN_BRACKET) {
              this.state = S_DTD;
            } else if (isQuote(c)) {
              this.state = S_DOCTYPE_QUOTE;
              this.q = c;
            }
        }
      }
      sDoctypeQuote() {
        const q = this.q;
        if (this.captureToChar(q)) {
          this.text += String.fromCodePoint(q);
          this.q = null;
          this.state = S_DOCTYPE;
        }
      }
      sDTD() {
        const c = this.captureTo(DTD_TERMINATOR);
        if (c === EOC) {
          return;
        }
        this.text += String.fromCodePoint(c);
        if (c === CLOSE_BRACKET) {
          this.state = S_DOCTYPE;
        } else if (c === LESS) {
          this.state = S_DTD_OPEN_WAKA;
        } else if (isQuote(c)) {
          this.state = S_DTD_QUOTED;
          this.q = c;
        }
      }
      sDTDQuoted() {
        const q = this.q;
        if (this.captureToChar(q)) {
          this.text += String.fromCodePoint(q);
          this.state = S_DTD;
          this.q = null;
        }
      }
      sDTDOpenWaka() {
        const c = this.getCodeNorm();
        this.text += String.fromCodePoint(c);
        switch (c) {
          case BANG:
            this.state = S_DTD_OPEN_WAKA_BANG;
            this.openWakaBang = "";
            break;
          case QUESTION:
            this.state = S_DTD_PI;
            break;
          default:
            this.state = S_DTD;
        }
      }
      sDTDOpenWakaBang() {
        const char = String.fromCodePoint(this.getCodeNorm());
        const owb = this.openWakaBang += char;
        this.text += char;
        if (owb !== "-") {
          this.state = owb === "--" ? S_DTD_COMMENT : S_DTD;
          this.openWakaBang = "";
        }
      }
      sDTDComment() {
        if (this.captureToChar(MINUS)) {
          this.text += "-";
          this.state = S_DTD_COMMENT_ENDING;
        }
      }
      sDTDCommentEnding() {
        const c = this.getCodeNorm();
        this.text += String.fromCodePoint(c);
        this.state = c === MINUS ? S_DTD_COMMENT_ENDED : S_DTD_COMMENT;
      }
      sDTDCommentEnded() {
        const c = this.getCodeNorm();
        this.text += String.fromCodePoint(c);
        if (c === GREATER) {
          this.state = S_DTD;
        } else {
          this.fail("malformed comment.");
          this.state = S_DTD_COMMENT;
        }
      }
      sDTDPI() {
        if (this.captureToChar(QUESTION)) {
          this.text += "?";
          this.state = S_DTD_PI_ENDING;
        }
      }
      sDTDPIEnding() {
        const c = this.getCodeNorm();
        this.text += String.fromCodePoint(c);
        if (c === GREATER) {
          this.state = S_DTD;
        }
      }
      sText() {
        if (this.tags.length !== 0) {
          this.handleTextInRoot();
        } else {
          this.handleTextOutsideRoot();
        }
      }
      sEntity() {
        let { i: start } = this;
        const { chunk } = this;
        loop:
          while (true) {
            switch (this.getCode()) {
              case NL_LIKE:
                this.entity += `${chunk.slice(start, this.prevI)}
`;
                start = this.i;
                break;
              case SEMICOLON: {
                const { entityReturnState } = this;
                const entity = this.entity + chunk.slice(start, this.prevI);
                this.state = entityReturnState;
                let parsed3;
                if (entity === "") {
                  this.fail("empty entity name.");
                  parsed3 = "&;";
                } else {
                  parsed3 = this.parseEntity(entity);
                  this.entity = "";
                }
                if (entityReturnState !== S_TEXT || this.textHandler !== void 0) {
                  this.text += parsed3;
                }
                break loop;
              }
              case EOC:
                this.entity += chunk.slice(start);
                break loop;
              default:
            }
          }
      }
      sOpenWaka() {
        const c = this.getCode();
        if (isNameStartChar(c)) {
          this.state = S_OPEN_TAG;
          this.unget();
          this.xmlDeclPossible = false;
        } else {
          switch (c) {
            case FORWARD_SLASH:
              this.state = S_CLOSE_TAG;
              this.xmlDeclPossible = false;
              break;
            case BANG:
              this.state = S_OPEN_WAKA_BANG;
              this.openWakaBang = "";
              this.xmlDeclPossible = false;
              break;
            case QUESTION:
              this.state = S_PI_FIRST_CHAR;
              break;
            default:
              this.fail("disallowed character in tag name");
              this.state = S_TEXT;
              this.xmlDeclPossible = false;
          }
        }
      }
      sOpenWakaBang() {
        this.openWakaBang += String.fromCodePoint(this.getCodeNorm());
        switch (this.openWakaBang) {
          case "[CDATA[":
            if (!this.sawRoot && !this.reportedTextBeforeRoot) {
              this.fail("text data outside of root node.");
              this.reportedTextBeforeRoot = true;
            }
            if (this.closedRoot && !this.reportedTextAfterRoot) {
              this.fail("text data outside of root node.");
              this.reportedTextAfterRoot = true;
            }
            this.state = S_CDATA;
            this.openWakaBang = "";
            break;
          case "--":
            this.state = S_COMMENT;
            this.openWakaBang = "";
            break;
          case "DOCTYPE":
            this.state = S_DOCTYPE;
            if (this.doctype || this.sawRoot) {
              this.fail("inappropriately located doctype declaration.");
            }
            this.openWakaBang = "";
            break;
          default:
            if (this.openWakaBang.length >= 7) {
              this.fail("incorrect syntax.");
            }
        }
      }
      sComment() {
        if (this.captureToChar(MINUS)) {
          this.state = S_COMMENT_ENDING;
        }
      }
      sCommentEnding() {
        var _a;
        const c = this.getCodeNorm();
        if (c === MINUS) {
          this.state = S_COMMENT_ENDED;
          (_a = this.commentHandler) === null || _a === void 0 ? void 0 : _a.call(this, this.text);
          this.text = "";
        } else {
          this.text += `-${String.fromCodePoint(c)}`;
          this.state = S_COMMENT;
        }
      }
      sCommentEnded() {
        const c = this.getCodeNorm();
        if (c !== GREATER) {
          this.fail("malformed comment.");
          this.text += `--${String.fromCodePoint(c)}`;
          this.state = S_COMMENT;
        } else {
          this.state = S_TEXT;
        }
      }
      sCData() {
        if (this.captureToChar(CLOSE_BRACKET)) {
          this.state = S_CDATA_ENDING;
        }
      }
      sCDataEnding() {
        const c = this.getCodeNorm();
        if (c === CLOSE_BRACKET) {
          this.state = S_CDATA_ENDING_2;
        } else {
          this.text += `]${String.fromCodePoint(c)}`;
          this.state = S_CDATA;
        }
      }
      sCDataEnding2() {
        var _a;
        const c = this.getCodeNorm();
        switch (c) {
          case GREATER: {
            (_a = this.cdataHandler) === null || _a === void 0 ? void 0 : _a.call(this, this.text);
            this.text = "";
            this.state = S_TEXT;
            break;
          }
          case CLOSE_BRACKET:
            this.text += "]";
            break;
          default:
            this.text += `]]${String.fromCodePoint(c)}`;
            this.state = S_CDATA;
        }
      }
      // We need this separate state to check the first character fo the pi target
      // with this.nameStartCheck which allows less characters than this.nameCheck.
      sPIFirstChar() {
        const c = this.getCodeNorm();
        if (this.nameStartCheck(c)) {
          this.piTarget += String.fromCodePoint(c);
          this.state = S_PI_REST;
        } else if (c === QUESTION || isS(c)) {
          this.fail("processing instruction without a target.");
          this.state = c === QUESTION ? S_PI_ENDING : S_PI_BODY;
        } else {
          this.fail("disallowed character in processing instruction name.");
          this.piTarget += String.fromCodePoint(c);
          this.state = S_PI_REST;
        }
      }
      sPIRest() {
        const { chunk, i: start } = this;
        while (true) {
          const c = this.getCodeNorm();
          if (c === EOC) {
            this.piTarget += chunk.slice(start);
            return;
          }
          if (!this.nameCheck(c)) {
            this.piTarget += chunk.slice(start, this.prevI);
            const isQuestion = c === QUESTION;
            if (isQuestion || isS(c)) {
              if (this.piTarget === "xml") {
                if (!this.xmlDeclPossible) {
                  this.fail("an XML declaration must be at the start of the document.");
                }
                this.state = isQuestion ? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;
              } else {
                this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;
              }
            } else {
              this.fail("disallowed character in processing instruction name.");
              this.piTarget += String.fromCodePoint(c);
            }
            break;
          }
        }
      }
      sPIBody() {
        if (this.text.length === 0) {
          const c = this.getCodeNorm();
          if (c === QUESTION) {
            this.state = S_PI_ENDING;
          } else if (!isS(c)) {
            this.text = String.fromCodePoint(c);
          }
        } else if (this.captureToChar(QUESTION)) {
          this.state = S_PI_ENDING;
        }
      }
      sPIEnding() {
        var _a;
        const c = this.getCodeNorm();
        if (c === GREATER) {
          const { piTarget } = this;
          if (piTarget.toLowerCase() === "xml") {
            this.fail("the XML declaration must appear at the start of the document.");
          }
          (_a = this.piHandler) === null || _a === void 0 ? void 0 : _a.call(this, {
            target: piTarget,
            body: this.text
          });
          this.piTarget = this.text = "";
          this.state = S_TEXT;
        } else if (c === QUESTION) {
          this.text += "?";
        } else {
          this.text += `?${String.fromCodePoint(c)}`;
          this.state = S_PI_BODY;
        }
        this.xmlDeclPossible = false;
      }
      sXMLDeclNameStart() {
        const c = this.skipSpaces();
        if (c === QUESTION) {
          this.state = S_XML_DECL_ENDING;
          return;
        }
        if (c !== EOC) {
          this.state = S_XML_DECL_NAME;
          this.name = String.fromCodePoint(c);
        }
      }
      sXMLDeclName() {
        const c = this.captureTo(XML_DECL_NAME_TERMINATOR);
        if (c === QUESTION) {
          this.state = S_XML_DECL_ENDING;
          this.name += this.text;
          this.text = "";
          this.fail("XML declaration is incomplete.");
          return;
        }
        if (!(isS(c) || c === EQUAL)) {
          return;
        }
        this.name += this.text;
        this.text = "";
        if (!this.xmlDeclExpects.includes(this.name)) {
          switch (this.name.length) {
            case 0:
              this.fail("did not expect any more name/value pairs.");
              break;
            case 1:
              this.fail(`expected the name ${this.xmlDeclExpects[0]}.`);
              break;
            default:
              this.fail(`expected one of ${this.xmlDeclExpects.join(", ")}`);
          }
        }
        this.state = c === EQUAL ? S_XML_DECL_VALUE_START : S_XML_DECL_EQ;
      }
      sXMLDeclEq() {
        const c = this.getCodeNorm();
        if (c === QUESTION) {
          this.state = S_XML_DECL_ENDING;
          this.fail("XML declaration is incomplete.");
          return;
        }
        if (isS(c)) {
          return;
        }
        if (c !== EQUAL) {
          this.fail("value required.");
        }
        this.state = S_XML_DECL_VALUE_START;
      }
      sXMLDeclValueStart() {
        const c = this.getCodeNorm();
        if (c === QUESTION) {
          this.state = S_XML_DECL_ENDING;
          this.fail("XML declaration is incomplete.");
          return;
        }
        if (isS(c)) {
          return;
        }
        if (!isQuote(c)) {
          this.fail("value must be quoted.");
          this.q = SPACE;
        } else {
          this.q = c;
        }
        this.state = S_XML_DECL_VALUE;
      }
      sXMLDeclValue() {
        const c = this.captureTo([this.q, QUESTION]);
        if (c === QUESTION) {
          this.state = S_XML_DECL_ENDING;
          this.text = "";
          this.fail("XML declaration is incomplete.");
          return;
        }
        if (c === EOC) {
          return;
        }
        const value = this.text;
        this.text = "";
        switch (this.name) {
          case "version": {
            this.xmlDeclExpects = ["encoding", "standalone"];
            const version = value;
            this.xmlDecl.version = version;
            if (!/^1\.[0-9]+$/.test(version)) {
              this.fail("version number must match /^1\\.[0-9]+$/.");
            } else if (!this.opt.forceXMLVersion) {
              this.setXMLVersion(version);
            }
            break;
          }
          case "encoding":
            if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(value)) {
              this.fail("encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.");
            }
            this.xmlDeclExpects = ["standalone"];
            this.xmlDecl.encoding = value;
            break;
          case "standalone":
            if (value !== "yes" && value !== "no") {
              this.fail('standalone value must match "yes" or "no".');
            }
            this.xmlDeclExpects = [];
            this.xmlDecl.standalone = value;
            break;
          default:
        }
        this.name = "";
        this.state = S_XML_DECL_SEPARATOR;
      }
      sXMLDeclSeparator() {
        const c = this.getCodeNorm();
        if (c === QUESTION) {
          this.state = S_XML_DECL_ENDING;
          return;
        }
        if (!isS(c)) {
          this.fail("whitespace required.");
          this.unget();
        }
        this.state = S_XML_DECL_NAME_START;
      }
      sXMLDeclEnding() {
        var _a;
        const c = this.getCodeNorm();
        if (c === GREATER) {
          if (this.piTarget !== "xml") {
            this.fail("processing instructions are not allowed before root.");
          } else if (this.name !== "version" && this.xmlDeclExpects.includes("version")) {
            this.fail("XML declaration must contain a version.");
          }
          (_a = this.xmldeclHandler) === null || _a === void 0 ? void 0 : _a.call(this, this.xmlDecl);
          this.name = "";
          this.piTarget = this.text = "";
          this.state = S_TEXT;
        } else {
          this.fail("The character ? is disallowed anywhere in XML declarations.");
        }
        this.xmlDeclPossible = false;
      }
      sOpenTag() {
        var _a;
        const c = this.captureNameChars();
        if (c === EOC) {
          return;
        }
        const tag = this.tag = {
          name: this.name,
          attributes: /* @__PURE__ */ Object.create(null)
        };
        this.name = "";
        if (this.xmlnsOpt) {
          this.topNS = tag.ns = /* @__PURE__ */ Object.create(null);
        }
        (_a = this.openTagStartHandler) === null || _a === void 0 ? void 0 : _a.call(this, tag);
        this.sawRoot = true;
        if (!this.fragmentOpt && this.closedRoot) {
          this.fail("documents may contain only one root.");
        }
        switch (c) {
          case GREATER:
            this.openTag();
            break;
          case FORWARD_SLASH:
            this.state = S_OPEN_TAG_SLASH;
            break;
          default:
            if (!isS(c)) {
              this.fail("disallowed character in tag name.");
            }
            this.state = S_ATTRIB;
        }
      }
      sOpenTagSlash() {
        if (this.getCode() === GREATER) {
          this.openSelfClosingTag();
        } else {
          this.fail("forward-slash in opening tag not followed by >.");
          this.state = S_ATTRIB;
        }
      }
      sAttrib() {
        const c = this.skipSpaces();
        if (c === EOC) {
          return;
        }
        if (isNameStartChar(c)) {
          this.unget();
          this.state = S_ATTRIB_NAME;
        } else if (c === GREATER) {
          this.openTag();
        } else if (c === FORWARD_SLASH) {
          this.state = S_OPEN_TAG_SLASH;
        } else {
          this.fail("disallowed character in attribute name.");
        }
      }
      sAttribName() {
        const c = this.captureNameChars();
        if (c === EQUAL) {
          this.state = S_ATTRIB_VALUE;
        } else if (isS(c)) {
          this.state = S_ATTRIB_NAME_SAW_WHITE;
        } else if (c === GREATER) {
          this.fail("attribute without value.");
          this.pushAttrib(this.name, this.name);
          this.name = this.text = "";
          this.openTag();
        } else if (c !== EOC) {
          this.fail("disallowed character in attribute name.");
        }
      }
      sAttribNameSawWhite() {
        const c = this.skipSpaces();
        switch (c) {
          case EOC:
            return;
          case EQUAL:
            this.state = S_ATTRIB_VALUE;
            break;
          default:
            this.fail("attribute without value.");
            this.text = "";
            this.name = "";
            if (c === GREATER) {
              this.openTag();
            } else if (isNameStartChar(c)) {
              this.unget();
              this.state = S_ATTRIB_NAME;
            } else {
              this.fail("disallowed character in attribute name.");
              this.state = S_ATTRIB;
            }
        }
      }
      sAttribValue() {
        const c = this.getCodeNorm();
        if (isQuote(c)) {
          this.q = c;
          this.state = S_ATTRIB_VALUE_QUOTED;
        } else if (!isS(c)) {
          this.fail("unquoted attribute value.");
          this.state = S_ATTRIB_VALUE_UNQUOTED;
          this.unget();
        }
      }
      sAttribValueQuoted() {
        const { q, chunk } = this;
        let { i: start } = this;
        while (true) {
          switch (this.getCode()) {
            case q:
              this.pushAttrib(this.name, this.text + chunk.slice(start, this.prevI));
              this.name = this.text = "";
              this.q = null;
              this.state = S_ATTRIB_VALUE_CLOSED;
              return;
            case AMP:
              this.text += chunk.slice(start, this.prevI);
              this.state = S_ENTITY;
              this.entityReturnState = S_ATTRIB_VALUE_QUOTED;
              return;
            case NL:
            case NL_LIKE:
            case TAB:
              this.text += `${chunk.slice(start, this.prevI)} `;
              start = this.i;
              break;
            case LESS:
              this.text += chunk.slice(start, this.prevI);
              this.fail("disallowed character.");
              return;
            case EOC:
              this.text += chunk.slice(start);
              return;
            default:
          }
        }
      }
      sAttribValueClosed() {
        const c = this.getCodeNorm();
        if (isS(c)) {
          this.state = S_ATTRIB;
        } else if (c === GREATER) {
          this.openTag();
        } else if (c === FORWARD_SLASH) {
          this.state = S_OPEN_TAG_SLASH;
        } else if (isNameStartChar(c)) {
          this.fail("no whitespace between attributes.");
          this.unget();
          this.state = S_ATTRIB_NAME;
        } else {
          this.fail("disallowed character in attribute name.");
        }
      }
      sAttribValueUnquoted() {
        const c = this.captureTo(ATTRIB_VALUE_UNQUOTED_TERMINATOR);
        switch (c) {
          case AMP:
            this.state = S_ENTITY;
            this.entityReturnState = S_ATTRIB_VALUE_UNQUOTED;
            break;
          case LESS:
            this.fail("disallowed character.");
            break;
          case EOC:
            break;
          default:
            if (this.text.includes("]]>")) {
              this.fail('the string "]]>" is disallowed in char data.');
            }
            this.pushAttrib(this.name, this.text);
            this.name = this.text = "";
            if (c === GREATER) {
              this.openTag();
            } else {
              this.state = S_ATTRIB;
            }
        }
      }
      sCloseTag() {
        const c = this.captureNameChars();
        if (c === GREATER) {
          this.closeTag();
        } else if (isS(c)) {
          this.state = S_CLOSE_TAG_SAW_WHITE;
        } else if (c !== EOC) {
          this.fail("disallowed character in closing tag.");
        }
      }
      sCloseTagSawWhite() {
        switch (this.skipSpaces()) {
          case GREATER:
            this.closeTag();
            break;
          case EOC:
            break;
          default:
            this.fail("disallowed character in closing tag.");
        }
      }
      // END OF STATE ENGINE METHODS
      handleTextInRoot() {
        let { i: start, forbiddenState } = this;
        const { chunk, textHandler: handler } = this;
        scanLoop:
          while (true) {
            switch (this.getCode()) {
              case LESS: {
                this.state = S_OPEN_WAKA;
                if (handler !== void 0) {
                  const { text: text3 } = this;
                  const slice = chunk.slice(start, this.prevI);
                  if (text3.length !== 0) {
                    handler(text3 + slice);
                    this.text = "";
                  } else if (slice.length !== 0) {
                    handler(slice);
                  }
                }
                forbiddenState = FORBIDDEN_START;
                break scanLoop;
              }
              case AMP:
                this.state = S_ENTITY;
                this.entityReturnState = S_TEXT;
                if (handler !== void 0) {
                  this.text += chunk.slice(start, this.prevI);
                }
                forbiddenState = FORBIDDEN_START;
                break scanLoop;
              case CLOSE_BRACKET:
                switch (forbiddenState) {
                  case FORBIDDEN_START:
                    forbiddenState = FORBIDDEN_BRACKET;
                    break;
                  case FORBIDDEN_BRACKET:
                    forbiddenState = FORBIDDEN_BRACKET_BRACKET;
                    break;
                  case FORBIDDEN_BRACKET_BRACKET:
                    break;
                  default:
                    throw new Error("impossible state");
                }
                break;
              case GREATER:
                if (forbiddenState === FORBIDDEN_BRACKET_BRACKET) {
                  this.fail('the string "]]>" is disallowed in char data.');
                }
                forbiddenState = FORBIDDEN_START;
                break;
              case NL_LIKE:
                if (handler !== void 0) {
                  this.text += `${chunk.slice(start, this.prevI)}
`;
                }
                start = this.i;
                forbiddenState = FORBIDDEN_START;
                break;
              case EOC:
                if (handler !== void 0) {
                  this.text += chunk.slice(start);
                }
                break scanLoop;
              default:
                forbiddenState = FORBIDDEN_START;
            }
          }
        this.forbiddenState = forbiddenState;
      }
      handleTextOutsideRoot() {
        let { i: start } = this;
        const { chunk, textHandler: handler } = this;
        let nonSpace = false;
        outRootLoop:
          while (true) {
            const code = this.getCode();
            switch (code) {
              case LESS: {
                this.state = S_OPEN_WAKA;
                if (handler !== void 0) {
                  const { text: text3 } = this;
                  const slice = chunk.slice(start, this.prevI);
                  if (text3.length !== 0) {
                    handler(text3 + slice);
                    this.text = "";
                  } else if (slice.length !== 0) {
                    handler(slice);
                  }
                }
                break outRootLoop;
              }
              case AMP:
                this.state = S_ENTITY;
                this.entityReturnState = S_TEXT;
                if (handler !== void 0) {
                  this.text += chunk.slice(start, this.prevI);
                }
                nonSpace = true;
                break outRootLoop;
              case NL_LIKE:
                if (handler !== void 0) {
                  this.text += `${chunk.slice(start, this.prevI)}
`;
                }
                start = this.i;
                break;
              case EOC:
                if (handler !== void 0) {
                  this.text += chunk.slice(start);
                }
                break outRootLoop;
              default:
                if (!isS(code)) {
                  nonSpace = true;
                }
            }
          }
        if (!nonSpace) {
          return;
        }
        if (!this.sawRoot && !this.reportedTextBeforeRoot) {
          this.fail("text data outside of root node.");
          this.reportedTextBeforeRoot = true;
        }
        if (this.closedRoot && !this.reportedTextAfterRoot) {
          this.fail("text data outside of root node.");
          this.reportedTextAfterRoot = true;
        }
      }
      pushAttribNS(name, value) {
        var _a;
        const { prefix, local } = this.qname(name);
        const attr = { name, prefix, local, value };
        this.attribList.push(attr);
        (_a = this.attributeHandler) === null || _a === void 0 ? void 0 : _a.call(this, attr);
        if (prefix === "xmlns") {
          const trimmed = value.trim();
          if (this.currentXMLVersion === "1.0" && trimmed === "") {
            this.fail("invalid attempt to undefine prefix in XML 1.0");
          }
          this.topNS[local] = trimmed;
          nsPairCheck(this, local, trimmed);
        } else if (name === "xmlns") {
          const trimmed = value.trim();
          this.topNS[""] = trimmed;
          nsPairCheck(this, "", trimmed);
        }
      }
      pushAttribPlain(name, value) {
        var _a;
        const attr = { name, value };
        this.attribList.push(attr);
        (_a = this.attributeHandler) === null || _a === void 0 ? void 0 : _a.call(this, attr);
      }
      /**
       * End parsing. This performs final well-formedness checks and resets the
       * parser to a clean state.
       *
       * @returns this
       */
      end() {
        var _a, _b;
        if (!this.sawRoot) {
          this.fail("document must contain a root element.");
        }
        const { tags } = this;
        while (tags.length > 0) {
          const tag = tags.pop();
          this.fail(`unclosed tag: ${tag.name}`);
        }
        if (this.state !== S_BEGIN && this.state !== S_TEXT) {
          this.fail("unexpected end.");
        }
        const { text: text3 } = this;
        if (text3.length !== 0) {
          (_a = this.textHandler) === null || _a === void 0 ? void 0 : _a.call(this, text3);
          this.text = "";
        }
        this._closed = true;
        (_b = this.endHandler) === null || _b === void 0 ? void 0 : _b.call(this);
        this._init();
        return this;
      }
      /**
       * Resolve a namespace prefix.
       *
       * @param prefix The prefix to resolve.
       *
       * @returns The namespace URI or ``undefined`` if the prefix is not defined.
       */
      resolve(prefix) {
        var _a, _b;
        let uri = this.topNS[prefix];
        if (uri !== void 0) {
          return uri;
        }
        const { tags } = this;
        for (let index = tags.length - 1; index >= 0; index--) {
          uri = tags[index].ns[prefix];
          if (uri !== void 0) {
            return uri;
          }
        }
        uri = this.ns[prefix];
        if (uri !== void 0) {
          return uri;
        }
        return (_b = (_a = this.opt).resolvePrefix) === null || _b === void 0 ? void 0 : _b.call(_a, prefix);
      }
      /**
       * Parse a qname into its prefix and local name parts.
       *
       * @param name The name to parse
       *
       * @returns
       */
      qname(name) {
        const colon = name.indexOf(":");
        if (colon === -1) {
          return { prefix: "", local: name };
        }
        const local = name.slice(colon + 1);
        const prefix = name.slice(0, colon);
        if (prefix === "" || local === "" || local.includes(":")) {
          this.fail(`malformed name: ${name}.`);
        }
        return { prefix, local };
      }
      processAttribsNS() {
        var _a;
        const { attribList } = this;
        const tag = this.tag;
        {
          const { prefix, local } = this.qname(tag.name);
          tag.prefix = prefix;
          tag.local = local;
          const uri = tag.uri = (_a = this.resolve(prefix)) !== null && _a !== void 0 ? _a : "";
          if (prefix !== "") {
            if (prefix === "xmlns") {
              this.fail('tags may not have "xmlns" as prefix.');
            }
            if (uri === "") {
              this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
              tag.uri = prefix;
            }
          }
        }
        if (attribList.length === 0) {
          return;
        }
        const { attributes } = tag;
        const seen = /* @__PURE__ */ new Set();
        for (const attr of attribList) {
          const { name, prefix, local } = attr;
          let uri;
          let eqname;
          if (prefix === "") {
            uri = name === "xmlns" ? XMLNS_NAMESPACE : "";
            eqname = name;
          } else {
            uri = this.resolve(prefix);
            if (uri === void 0) {
              this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
              uri = prefix;
            }
            eqname = `{${uri}}${local}`;
          }
          if (seen.has(eqname)) {
            this.fail(`duplicate attribute: ${eqname}.`);
          }
          seen.add(eqname);
          attr.uri = uri;
          attributes[name] = attr;
        }
        this.attribList = [];
      }
      processAttribsPlain() {
        const { attribList } = this;
        const attributes = this.tag.attributes;
        for (const { name, value } of attribList) {
          if (attributes[name] !== void 0) {
            this.fail(`duplicate attribute: ${name}.`);
          }
          attributes[name] = value;
        }
        this.attribList = [];
      }
      /**
       * Handle a complete open tag. This parser code calls this once it has seen
       * the whole tag. This method checks for well-formeness and then emits
       * ``onopentag``.
       */
      openTag() {
        var _a;
        this.processAttribs();
        const { tags } = this;
        const tag = this.tag;
        tag.isSelfClosing = false;
        (_a = this.openTagHandler) === null || _a === void 0 ? void 0 : _a.call(this, tag);
        tags.push(tag);
        this.state = S_TEXT;
        this.name = "";
      }
      /**
       * Handle a complete self-closing tag. This parser code calls this once it has
       * seen the whole tag. This method checks for well-formeness and then emits
       * ``onopentag`` and ``onclosetag``.
       */
      openSelfClosingTag() {
        var _a, _b, _c;
        this.processAttribs();
        const { tags } = this;
        const tag = this.tag;
        tag.isSelfClosing = true;
        (_a = this.openTagHandler) === null || _a === void 0 ? void 0 : _a.call(this, tag);
        (_b = this.closeTagHandler) === null || _b === void 0 ? void 0 : _b.call(this, tag);
        const top = this.tag = (_c = tags[tags.length - 1]) !== null && _c !== void 0 ? _c : null;
        if (top === null) {
          this.closedRoot = true;
        }
        this.state = S_TEXT;
        this.name = "";
      }
      /**
       * Handle a complete close tag. This parser code calls this once it has seen
       * the whole tag. This method checks for well-formeness and then emits
       * ``onclosetag``.
       */
      closeTag() {
        const { tags, name } = this;
        this.state = S_TEXT;
        this.name = "";
        if (name === "") {
          this.fail("weird empty close tag.");
          this.text += "</>";
          return;
        }
        const handler = this.closeTagHandler;
        let l = tags.length;
        while (l-- > 0) {
          const tag = this.tag = tags.pop();
          this.topNS = tag.ns;
          handler === null || handler === void 0 ? void 0 : handler(tag);
          if (tag.name === name) {
            break;
          }
          this.fail("unexpected close tag.");
        }
        if (l === 0) {
          this.closedRoot = true;
        } else if (l < 0) {
          this.fail(`unmatched closing tag: ${name}.`);
          this.text += `</${name}>`;
        }
      }
      /**
       * Resolves an entity. Makes any necessary well-formedness checks.
       *
       * @param entity The entity to resolve.
       *
       * @returns The parsed entity.
       */
      parseEntity(entity) {
        if (entity[0] !== "#") {
          const defined = this.ENTITIES[entity];
          if (defined !== void 0) {
            return defined;
          }
          this.fail(this.isName(entity) ? "undefined entity." : "disallowed character in entity name.");
          return `&${entity};`;
        }
        let num = NaN;
        if (entity[1] === "x" && /^#x[0-9a-f]+$/i.test(entity)) {
          num = parseInt(entity.slice(2), 16);
        } else if (/^#[0-9]+$/.test(entity)) {
          num = parseInt(entity.slice(1), 10);
        }
        if (!this.isChar(num)) {
          this.fail("malformed character entity.");
          return `&${entity};`;
        }
        return String.fromCodePoint(num);
      }
    };
    exports.SaxesParser = SaxesParser2;
  }
});

// src/main.ts
import process4 from "node:process";

// src/audit/follow.ts
import { setTimeout as sleep2 } from "node:timers/promises";

// src/api/rest.ts
import { setTimeout as sleep } from "node:timers/promises";

// ../typescript/src/bounded-json.ts
function boundedJson(text3, limits) {
  if (!isBounded(text3, limits)) return void 0;
  try {
    return JSON.parse(text3);
  } catch {
    return void 0;
  }
}
function isBounded(text3, limits) {
  const { commas: mostCommas = Number.POSITIVE_INFINITY } = limits;
  let depth = 0;
  let lists = 0;
  let commas = 0;
  for (let at = 0; at < text3.length; at++) {
    const unit = text3.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text3, at);
      if (at === -1) return false;
    } else if (unit === COMMA) commas++;
    else if (unit === BRACKET || unit === BRACE) {
      lists++;
      depth++;
    } else if (unit === BRACKET_END || unit === BRACE_END) depth--;
    if (depth > limits.depth || lists > limits.lists || commas > mostCommas) return false;
  }
  return true;
}
function endOfString(text3, start) {
  for (let end = text3.indexOf('"', start + 1); end !== -1; end = text3.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text3.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}
var [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
var [BRACKET, BRACKET_END, BRACE, BRACE_END] = [91, 93, 123, 125];

// src/command/exit-codes.ts
var EXIT = {
  /** The gate passes, or the command did what it was asked. */
  ok: 0,
  /** The gate blocks. */
  block: 1,
  /** Wrong usage: options, files, a malformed address. */
  usage: 2,
  /** The key is missing, unknown or revoked, or lacks the permission. */
  denied: 3,
  /** The server cannot be reached, or still fails after the retries. */
  unavailable: 4,
  /** There is nothing to decide or to submit: unknown AI system, no add-on, a file in which nothing was measured. */
  nothing: 5
};
var Failure = class extends Error {
  name = "Failure";
  exitCode;
  constructor(exitCode, message, options2) {
    super(message, options2);
    this.exitCode = exitCode;
  }
};
function usage(message) {
  return new Failure(EXIT.usage, message);
}

// src/command/printable.ts
function printable(text3) {
  const code = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;
  return text3.replace(INVISIBLE, code).replace(COMMAND, code);
}
function printableJson(value, indent) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replace(COMMAND, escaped).replace(UNESCAPED, (found) => found.split("").map(escaped).join(""));
}
var INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
var UNESCAPED = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
var COMMAND = /(?<=#)#(?=\w{0,40}\[)/g;

// src/api/unreachable.ts
function whyUnreachable(error, env) {
  const { name, message, cause } = error;
  if (name === "TimeoutError") return { why: `no answer in time${proxyHint(env)}`, final: false };
  const code = cause?.code ?? "";
  const what = `cannot be reached (${printable(cause?.code ?? cause?.message ?? message)})`;
  const remedy = REMEDIES.find(({ codes }) => codes.test(code));
  if (remedy !== void 0) return { why: `${what}: ${remedy.next}`, final: true };
  return { why: `${what}${proxyHint(env)}`, final: false };
}
function proxyHint(env) {
  const names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];
  const named3 = names.find((name) => (env[name] ?? "") !== "");
  if (named3 === void 0 || env.NODE_USE_ENV_PROXY === "1") return "";
  return `; ${named3} is used only with NODE_USE_ENV_PROXY=1, by Node.js 22.21, 24.0 or later`;
}
var REMEDIES = [
  {
    codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    next: "no TLS is spoken there; is it an http:// address?"
  },
  {
    codes: /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    next: "its certificate is of an authority that is not known here; name the authority\u2019s PEM file in NODE_EXTRA_CA_CERTS"
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    next: "its certificate is of another host name; is the name in the address right?"
  },
  { codes: /^CERT_HAS_EXPIRED$/, next: "its certificate has expired; its operator has to renew it" }
];

// src/api/rest.ts
async function call(server, retryPolicy, request) {
  const { signal } = retryPolicy;
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(server, retryPolicy, request);
    if ("answer" in outcome) return permitted(outcome.answer);
    signal?.throwIfAborted();
    const { why, retryAfterMs: retryAfterMs2, final } = outcome;
    if (final || attempt >= retryPolicy.retries) throw new Failure(EXIT.unavailable, `${server.url}: ${why}`);
    const waitMs = Math.min(retryAfterMs2 ?? backoffMs(attempt), MAX_WAIT_MS);
    retryPolicy.log(
      `${why}; trying again in ${(waitMs / 1e3).toFixed(1)} s (${attempt + 1} of ${retryPolicy.retries})`
    );
    await sleep(waitMs, void 0, signal && { signal }).catch(() => {
    });
    signal?.throwIfAborted();
  }
}
async function tryOnce({ url, key }, { timeoutMs, signal }, request) {
  const { method, path, body, idempotencyKey } = request;
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  if (body !== void 0) headers["content-type"] = "application/json";
  if (idempotencyKey !== void 0) headers["idempotency-key"] = idempotencyKey;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      redirect: "manual",
      signal: signal === void 0 ? timeout : AbortSignal.any([timeout, signal]),
      ...body === void 0 ? {} : { body }
    });
    const { status } = response;
    const text3 = await textOf(response);
    if (status >= 500 || status === 429 || status === 408)
      return { why: `answered ${status}`, retryAfterMs: retryAfterMs(response.headers) };
    if (status >= 300 && status < 400)
      return {
        why: `answered ${status}, a redirect, which is not followed: name the final address`,
        final: true
      };
    const json2 = boundedJson(text3, LIMITS);
    const error = errorOf(json2);
    if (json2 === void 0 || status >= 400 && error === void 0)
      return { why: `answered ${status}, but not with an answer of the Attestry API`, final: true };
    return { answer: { status, body: json2, error, replayed: response.headers.has("idempotent-replayed") } };
  } catch (error) {
    return whyUnreachable(error, process.env);
  }
}
function permitted(answer) {
  const { status, error } = answer;
  if (status === 401)
    throw new UnknownKey(
      EXIT.denied,
      "the API key is unknown, revoked or expired; attestry key create makes another"
    );
  if (status === 403 && !isMissingAddon(error))
    throw new Failure(EXIT.denied, `the API key does not allow this: ${printable(error.message)}`);
  return answer;
}
var UnknownKey = class extends Failure {
};
function isMissingAddon(error) {
  const { details } = error ?? {};
  return typeof details === "object" && details !== null && "addon" in details;
}
async function textOf(response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > 16 * 1024 * 1024) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
function errorOf(json2) {
  const { error } = json2 ?? {};
  if (typeof error !== "object" || error === null || typeof error.message !== "string") return void 0;
  return { code: String(error.code), message: error.message, details: error.details };
}
function retryAfterMs(headers) {
  const text3 = headers.get("retry-after")?.trim();
  if (text3 === void 0) return void 0;
  if (/^\d{1,6}$/.test(text3)) return Number(text3) * 1e3;
  const at = Date.parse(text3);
  return Number.isNaN(at) ? void 0 : Math.max(0, at - Date.now());
}
function backoffMs(attempt) {
  return Math.random() * 500 * 2 ** Math.min(attempt, 6) + 100;
}
var MAX_WAIT_MS = 6e4;
var LIMITS = { depth: 100, lists: 5e5, commas: 9e5 };

// src/command/duration.ts
function duration(option, text3) {
  const [, digits, unit = "s"] = /^(\d{1,8})(ms|s|m|h)?$/.exec(text3) ?? [];
  if (digits === void 0) throw usage(`${option}: write a time such as 30s, 5m or 1h`);
  const milliseconds = Number(digits) * UNITS[unit];
  if (milliseconds > DAY) throw usage(`${option}: at most 24h`);
  return milliseconds;
}
var UNITS = { ms: 1, s: 1e3, m: 6e4, h: 36e5 };
var DAY = 864e5;

// src/command/log.ts
import process2 from "node:process";
function log(line) {
  process2.stderr.write(`attestry: ${printable(line)}
`);
}

// src/api/retry-options.ts
function retryOptions({ retries, timeout }) {
  if (!/^\d{1,3}$/.test(retries)) throw usage("--retries: a whole number from 0 to 999");
  const timeoutMs = duration("--timeout", timeout);
  if (timeoutMs === 0) throw usage("--timeout: must be more than zero");
  return { retries: Number(retries), timeoutMs, log };
}

// src/api/server.ts
function serverOf(option, env) {
  const [name, text3] = named(option, env);
  let url;
  try {
    url = new URL(text3);
  } catch {
    throw usage(`${name}: not an address; write https://attestry.example.com`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") throw usage(`${name}: must be https (or http)`);
  if (url.username !== "" || url.password !== "") throw usage(`${name}: must not hold credentials`);
  if (url.search !== "" || url.hash !== "") throw usage(`${name}: must not hold a query or a fragment`);
  const [part] = PART.exec(url.pathname) ?? [];
  if (part !== void 0)
    throw usage(
      `${name}: write the address of the installation, without ${part}: an installation is at the root of a host name`
    );
  const key = (env.ATTESTRY_API_KEY ?? "").trim();
  if (key === "") throw usage("ATTESTRY_API_KEY is not set: put an API key into the environment");
  if (!/^[\x21-\x7e]+$/.test(key)) throw usage("ATTESTRY_API_KEY: holds characters that no key has");
  const server = { url: url.href.replace(/\/+$/, ""), key };
  if (isPlaintext(url)) log(`warning: ${server.url} is not https: the key can be read on the way`);
  return server;
}
function named(option, env) {
  if (option !== void 0) return ["--url", option];
  const name = ["ATTESTRY_URL", "ATTESTRY_BASE_URL"].find((one) => env[one]);
  return name === void 0 ? ["--url", "http://127.0.0.1:8080"] : [name, env[name]];
}
function isPlaintext({ protocol, hostname }) {
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
var PART = /\/(api(\/v\d+)?|console|docs)(?=\/*$)/;

// src/command/arguments.ts
import { parseArgs } from "node:util";
function parsed(args, options2) {
  const { texts, flags, allowPositionals = false } = options2;
  if (args.some((one) => one.includes("\uFFFD"))) throw usage("an argument is not UTF-8, or has U+FFFD");
  const typed = (names, type) => names.map((name) => [name, { type }]);
  try {
    return parseArgs({
      args,
      allowPositionals,
      options: {
        ...Object.fromEntries([...typed(texts, "string"), ...typed(flags, "boolean")]),
        help: { type: "boolean", short: "h" }
      }
    });
  } catch (error) {
    throw usage(error.message);
  }
}

// src/command/stop-signals.ts
import { constants } from "node:os";
function onStopSignal(stop) {
  let first;
  const onSignal = (signal) => {
    const now = performance.now();
    if (first === void 0) stop();
    else if (now - first > SAME_REQUEST_MS) process.exit(128 + constants.signals[signal]);
    first ??= now;
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
var SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
var SAME_REQUEST_MS = 2e3;

// src/audit/ocsf.ts
var VERSION = "1.6.0";
var PRODUCT = { name: "Attestry", vendor_name: "Attestry" };
function apiActivity(entry, server) {
  const activity = activityOf(entry.operation);
  const ok = entry.outcome === "ok";
  return {
    category_uid: 6,
    category_name: "Application Activity",
    class_uid: 6003,
    class_name: "API Activity",
    activity_id: activity.id,
    activity_name: activity.name,
    type_uid: 600300 + activity.id,
    type_name: `API Activity: ${activity.name}`,
    time: Date.parse(entry.at),
    ...countedIn(entry.details),
    severity_id: ok ? 1 : entry.outcome === "failed" ? 3 : 2,
    severity: ok ? "Informational" : entry.outcome === "failed" ? "Medium" : "Low",
    status_id: ok ? 1 : 2,
    status: ok ? "Success" : "Failure",
    ...entry.code === null ? {} : { status_code: entry.code },
    message: `${entry.operation}: ${entry.outcome}`,
    metadata: {
      version: VERSION,
      product: PRODUCT,
      uid: entry.id,
      correlation_uid: entry.request_id,
      sequence: entry.leaf_index,
      tenant_uid: entry.organization_id,
      log_name: "audit",
      log_provider: "attestry"
    },
    actor: actorOf(entry.actor),
    api: {
      operation: entry.operation,
      service: { name: `attestry ${entry.via}` },
      request: { uid: entry.request_id },
      response: { code: ok ? 0 : 1, ...entry.code === null ? {} : { error: entry.code } }
    },
    src_endpoint: { uid: entry.actor.id ?? entry.actor.kind, name: entry.actor.name ?? entry.actor.kind },
    dst_endpoint: { name: server },
    unmapped: { details: entry.details, receipts: entry.receipts }
  };
}
function countedIn({ calls, window_start, window_end }) {
  if (typeof calls !== "number") return {};
  return {
    count: calls,
    start_time: Date.parse(String(window_start)),
    end_time: Date.parse(String(window_end))
  };
}
function incidentFinding(incident, entry) {
  const opened2 = OPENS.includes(entry.operation);
  const closed = MOVES.includes(entry.operation) && ENDS.includes(incident.status);
  const [activity, name] = opened2 ? [1, "Create"] : closed ? [3, "Close"] : [2, "Update"];
  const [severityId, severity] = SEVERITIES[incident.severity] ?? [0, "Unknown"];
  const [statusId, status] = STATUSES[incident.status] ?? [99, incident.status];
  return {
    category_uid: 2,
    category_name: "Findings",
    class_uid: 2005,
    class_name: "Incident Finding",
    activity_id: activity,
    activity_name: name,
    type_uid: 200500 + Number(activity),
    type_name: `Incident Finding: ${name}`,
    time: Date.parse(entry.at),
    severity_id: severityId,
    severity,
    status_id: statusId,
    status,
    message: incident.title,
    desc: incident.description,
    metadata: {
      version: VERSION,
      product: PRODUCT,
      uid: `${entry.id}:${incident.id}`,
      correlation_uid: incident.id,
      sequence: entry.leaf_index,
      tenant_uid: entry.organization_id
    },
    // OCSF requires an assignee or a group. The API does not give the owner, so the organization is named.
    assignee_group: { uid: entry.organization_id, name: "organization" },
    finding_info_list: [
      {
        uid: incident.id,
        title: incident.title,
        desc: incident.description,
        created_time: Date.parse(incident.created_at),
        first_seen_time: Date.parse(incident.detected_at),
        ...incident.source.source_system === null ? {} : { data_sources: [incident.source.source_system] }
      }
    ],
    unmapped: {
      external_id: incident.source.external_id,
      is_significant: incident.is_significant,
      regulation: incident.regulation,
      affected_systems: incident.affected_systems,
      early_warning_deadline: incident.early_warning_deadline,
      notification_deadline: incident.notification_deadline,
      final_report_deadline: incident.final_report_deadline
    }
  };
}
function actorOf({ kind, id, name }) {
  const [typeId, type] = kind === "user" ? [1, "User"] : kind === "system" ? [3, "System"] : [99, kind];
  const user = { ...id === null ? {} : { uid: id }, name: name ?? kind, type_id: typeId, type };
  return kind === "user" ? { user: { ...user, ...name === null ? {} : { email_addr: name } } } : { user };
}
function activityOf(operation) {
  const verb = /^[a-z]+/.exec(operation)?.[0] ?? "";
  const found = ACTIVITIES.find(({ verbs }) => verbs.includes(verb));
  return found ?? { id: 99, name: "Other" };
}
var ACTIVITIES = [
  {
    id: 1,
    name: "Create",
    verbs: ["create", "submit", "deliver", "record", "open", "export", "invite", "file"]
  },
  {
    id: 2,
    name: "Read",
    verbs: ["get", "list", "read", "query", "verify", "review", "replay", "count", "summarize", "try"]
  },
  {
    id: 3,
    name: "Update",
    verbs: [
      "update",
      "set",
      "move",
      "edit",
      "change",
      "reset",
      "rotate",
      "assess",
      "accept",
      "resolve",
      "certify",
      "attest"
    ]
  },
  { id: 4, name: "Delete", verbs: ["delete", "revoke", "disable", "retire", "end", "dismiss"] }
];
var OPENS = ["createIncident", "deliverIncident"];
var MOVES = ["moveIncident", "setIncidentStatus"];
var ENDS = ["closed", "dismissed", "resolved"];
var SEVERITIES = {
  low: [2, "Low"],
  medium: [3, "Medium"],
  high: [4, "High"],
  critical: [5, "Critical"]
};
var STATUSES = {
  open: [1, "New"],
  investigating: [2, "In Progress"],
  contained: [2, "In Progress"],
  resolved: [4, "Resolved"],
  closed: [5, "Closed"]
};

// src/audit/page.ts
function pageOf(body, after) {
  const { data, last_leaf: last } = body ?? {};
  if (!Array.isArray(data) || !data.every(isEntry)) throw noPage("something other than a page of the log");
  const missing = data.findIndex(({ leaf_index: index }, i) => index !== after + 1 + i);
  const shown = after + data.length;
  if (missing !== -1)
    throw noPage(`entries after ${after} of which ${after + 1 + missing} is not in its place`);
  if (last !== shown && !(last === null && data.length === 0))
    throw noPage(`entries up to ${shown}, but a different place to continue from`);
  return { entries: data, last: shown };
}
function isEntry(value) {
  const { id, organization_id, operation, actor, details, receipts, incident_ids } = value ?? {};
  return [id, organization_id, operation].every((text3) => typeof text3 === "string") && [actor, details].every((part) => typeof part === "object" && part !== null) && Array.isArray(receipts) && Array.isArray(incident_ids) && incident_ids.every((one) => typeof one === "string");
}
function noPage(what) {
  return new Failure(EXIT.unavailable, `the server answered ${what}`);
}

// src/files/replace-file.ts
import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
async function replaceFile(path, content, mode = 438) {
  const draft = `${path}.${randomBytes(8).toString("hex")}.part`;
  const file = await open(draft, "wx", mode);
  try {
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

// src/files/text-of-file.ts
import { createReadStream } from "node:fs";
async function textOfOption(option, path) {
  try {
    return await textOfFile(path);
  } catch (error) {
    throw usage(`${option}: cannot read ${path} (${error.code})`);
  }
}
async function jsonOfOption(option, path) {
  const text3 = await textOfOption(option, path);
  try {
    return JSON.parse(text3);
  } catch {
    throw usage(`${option}: ${path} is not JSON`);
  }
}
async function textOfFile(path) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    bytes += piece.length;
    if (bytes > FILE_BYTES) throw Object.assign(new Error("too large"), { code: "EFBIG" });
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
var FILE_BYTES = 16 * 1024 * 1024;

// src/audit/position.ts
async function readPosition(path) {
  const text3 = await textOfFile(path).catch((error) => {
    if (error.code === "ENOENT") return void 0;
    throw usage(`--state: ${path} cannot be read (${error.code})`);
  });
  if (text3 === void 0) return void 0;
  const { after_leaf: after, organization_id: organization, entry_id: entry } = parsed2(text3);
  if (!Number.isSafeInteger(after) || Number(after) < -1)
    throw usage(`--state: ${path} is not a state of this command; name another file or delete it`);
  const textOr = (value) => typeof value === "string" ? value : void 0;
  return { after: Number(after), organization: textOr(organization), entry: textOr(entry) };
}
async function writePosition(path, { after, organization, entry }) {
  const kept = { after_leaf: after, organization_id: organization, entry_id: entry };
  await replaceFile(path, `${JSON.stringify(kept)}
`, 384).catch((error) => {
    throw usage(`--state: ${path} cannot be written (${error.code})`);
  });
}
function parsed2(text3) {
  try {
    return JSON.parse(text3) ?? {};
  } catch {
    return {};
  }
}

// src/audit/follow.ts
var AUDIT_FOLLOW_HELP = `attestry audit follow: the audit log, line by line, for a SIEM

  attestry audit follow [options]

  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --format FORMAT    json (each entry as the API gives it) or ocsf (API Activity 6003, incidents
                     as Incident Finding 2005; default json)
  --state FILE       where to continue: read at the start, written after every page
  --from POSITION    start, end, or the leaf_index of the entry to continue after (default start;
                     --state wins)
  --once             stop at the end of the log
  --no-incidents     with ocsf: no Incident Findings
  --interval TIME    between two requests at the end of the log (default 5s)
  --retries N        attempts after the first when the server does not answer (default 20)
  --timeout TIME     time for one attempt (default 30s)

The API key is read from ATTESTRY_API_KEY; it needs the permission audit:read, and incidents:read for
Incident Findings. Every entry is printed at least once: after a stop between output and state, a page is
printed again. The leaf_index (ocsf: metadata.sequence) identifies an entry.

Exit codes: 0 stopped or at the end, 2 usage, 3 not authenticated or not permitted, 4 server unreachable or
failing after the retries.
`;
async function auditFollow(argv, env) {
  const given = optionsOf(argv);
  if (given === "help") {
    process.stdout.write(AUDIT_FOLLOW_HELP);
    return EXIT.ok;
  }
  const { options: options2, retryPolicy, url } = given;
  const server = serverOf(url, env);
  const stopping = new AbortController();
  onStopSignal(() => stopping.abort());
  process.stdout.on("error", () => stopping.abort());
  const { signal } = stopping;
  await follow(server, { ...retryPolicy, signal }, options2, signal).catch((error) => {
    if (error !== signal.reason) throw error;
  });
  return EXIT.ok;
}
async function follow(server, retryPolicy, options2, signal) {
  let position = await startOf(server, retryPolicy, options2);
  while (!signal.aborted) {
    const { entries, last } = await pageFrom(server, retryPolicy, position, options2.state);
    const other = entries.find(({ organization_id: id }) => id !== (position.organization ?? id));
    if (other !== void 0)
      throw usage(`${named2(options2.state)} belongs to another organization than the key`);
    for (const entry of entries) {
      for (const line of await linesOf(server, retryPolicy, options2, entry)) await print(line, signal);
    }
    if (signal.aborted) return;
    const newest = entries.at(-1);
    if (newest !== void 0) {
      position = { after: last, organization: newest.organization_id, entry: newest.id };
      if (options2.state !== void 0) await writePosition(options2.state, position);
    } else if (options2.once) return;
    else await sleep2(options2.intervalMs, void 0, { signal }).catch(() => {
    });
  }
}
async function startOf(server, retryPolicy, { state, from }) {
  const kept = state === void 0 ? void 0 : await readPosition(state);
  if (kept !== void 0) return kept;
  if (from === "start") return { after: -1 };
  if (from !== "end") return { after: from };
  const { data } = await ask(server, retryPolicy, "/audit-entries?limit=200");
  const entries = Array.isArray(data) ? data : [];
  const last = entries.find((entry) => Number.isSafeInteger(entry?.leaf_index));
  return { after: last?.leaf_index ?? -1, organization: last?.organization_id, entry: last?.id };
}
async function pageFrom(server, retryPolicy, position, file) {
  if (position.entry === void 0) return pageAfter(server, retryPolicy, position.after);
  const { entries, last } = await pageAfter(server, retryPolicy, position.after - 1);
  const [found, ...next] = entries;
  if (found?.id === position.entry) return { entries: next, last };
  if (found !== void 0 && found.organization_id !== (position.organization ?? found.organization_id))
    throw usage(`${named2(file)} belongs to another organization than the key`);
  const why = found === void 0 ? "no longer has that many entries" : "has a different entry there";
  throw usage(`${named2(file)} continues after entry ${position.after}, but the log ${why}`);
}
function named2(file) {
  return file === void 0 ? "this run" : `--state: ${file}`;
}
async function pageAfter(server, retryPolicy, after) {
  return pageOf(await ask(server, retryPolicy, `/audit-entries?after_leaf=${after}&limit=200`), after);
}
async function linesOf(server, retryPolicy, { format, incidents }, entry) {
  if (format === "json") return [printableJson(entry)];
  const lines2 = [printableJson(apiActivity(entry, server.url))];
  for (const id of incidents ? entry.incident_ids : []) {
    const incident = await incidentOf(server, retryPolicy, id);
    lines2.push(printableJson(incidentFinding(incident, entry)));
  }
  return lines2;
}
async function incidentOf(server, retryPolicy, id) {
  try {
    return await ask(server, retryPolicy, `/incidents/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof Failure && error.exitCode === EXIT.denied) || error instanceof UnknownKey)
      throw error;
    const need = "an Incident Finding needs the permission incidents:read; --no-incidents leaves these out";
    throw new Failure(EXIT.denied, `${error.message}; ${need}`, { cause: error });
  }
}
async function ask(server, retryPolicy, path) {
  const { status, body, error } = await call(server, retryPolicy, { method: "GET", path });
  if (status === 200) return body;
  throw new Failure(EXIT.unavailable, `answered ${status}: ${printable(error?.message ?? "")}`);
}
async function print(line, signal) {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener("abort", done);
      resolve();
    };
    signal.addEventListener("abort", done, { once: true });
    process.stdout.write(`${line}
`, done);
  });
}
function optionsOf(argv) {
  const { values, positionals } = parsed(argv, { texts: TEXTS, flags: FLAGS, allowPositionals: true });
  if (values.help === true) return "help";
  if (positionals.length > 0) throw usage("audit follow takes options only");
  const { format = "json", from = "start", retries = "20", timeout = "30s" } = values;
  if (format !== "json" && format !== "ocsf") throw usage("--format: json or ocsf");
  if (!/^(start|end|\d{1,15})$/.test(from)) throw usage("--from: start, end, or the leaf_index of an entry");
  return {
    url: values.url,
    retryPolicy: retryOptions({ retries, timeout }),
    options: {
      format,
      state: values.state,
      from: from === "start" || from === "end" ? from : Number(from),
      once: values.once === true,
      incidents: values["no-incidents"] !== true,
      intervalMs: Math.max(100, duration("--interval", values.interval ?? "5s"))
    }
  };
}
var TEXTS = ["url", "format", "state", "from", "interval", "retries", "timeout"];
var FLAGS = ["once", "no-incidents"];

// src/command/output-errors.ts
import process3 from "node:process";
function onOutputError(exit) {
  process3.stderr.on("error", () => {
  });
  process3.stdout.on("error", ({ code, message }) => {
    const exitCode = code === "EPIPE" ? exit.unread : exit.failed;
    if (exitCode === void 0) return;
    if (code !== "EPIPE") process3.stderr.write(`attestry: the output cannot be written: ${code ?? message}
`);
    process3.exit(exitCode);
  });
}

// src/gate/check.ts
import { setTimeout as sleep3 } from "node:timers/promises";

// src/command/uuid.ts
var UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// src/gate/formats/decision.ts
function notSubmitted({ imported, importLog, kind }) {
  if (imported === 0) return void 0;
  const ended = `The results were not submitted, or not all of them (import results ended with ${imported}).`;
  const why = importLog.at(-1)?.replace(/^attestry: /, "");
  const missed = why === void 0 ? ended : `${ended} The reason: ${why}${/[.!?]$/.test(why) ? "" : "."}`;
  return kind === "failure" ? missed : `${missed} The gate answers by earlier results.`;
}
function decisionOf(body, systemId) {
  const answer = body ?? {};
  const { reasons, reason_details: details, missing_attestation_roles: roles = [] } = answer;
  if (![reasons, details, roles].every(Array.isArray)) throw noDecision();
  return consistentDecision(answer, systemId, roles);
}
function consistentDecision(answer, systemId, roles) {
  const { decision, reasons, reason_details: details } = answer;
  const consistent = decision === (reasons.length === 0 ? "pass" : "block");
  const words = [answer.decision_id, ...reasons, ...details.map((one) => one?.code)];
  const { ai_system_id: of } = answer;
  const isAsked = systemId === void 0 ? decision !== "pass" || isId(of) : of === systemId;
  if (decision === "pass" && details.length + roles.length > 0) throw noDecision();
  const isText = details.every((one) => typeof one?.message === "string");
  if (!isAsked || !consistent || !words.every(isWord) || !isText) throw noDecision();
  return answer;
}
function recent(decision, now) {
  const { decision: outcome, decided_at: at } = decision;
  const age = now - Date.parse(String(at));
  if (outcome === "block" || Math.abs(age) <= CLOCKS_APART_MS) return decision;
  const [here, there] = [new Date(now).toISOString(), printable(String(at))];
  throw new Failure(EXIT.unavailable, `the server answered a pass of ${there}, and here it is ${here}`);
}
function namedSystem({ system, decision }) {
  const { ai_system_id: id } = decision;
  return !isId(id) || id === system.toLowerCase() ? void 0 : `AI system ${id}, which has this name now`;
}
function isId(value) {
  return typeof value === "string" && UUID.test(value);
}
function noDecision() {
  return new Failure(EXIT.unavailable, "the server answered with something other than a gate decision");
}
function isWord(value) {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}
function exitCodeOf(outcome) {
  if (outcome.kind === "failure") return outcome.exitCode;
  return outcome.decision.decision === "pass" || outcome.advisory ? EXIT.ok : EXIT.block;
}
var NEXT_STEP = {
  __proto__: null,
  suite_missing: "Create an evaluation suite for the system (an admin, approver or member); its first one is its gate suite. Where it has others, an admin names one of them.",
  agent_profile_missing: "Create a profile for each agent of the system (an admin, approver or member), or have an admin or approver accept the open proposal of one that telemetry found.",
  no_approved_run: "Submit results that meet the suite, if there are none yet; then have an admin or approver certify it.",
  suite_version_changed: "Have an admin or approver certify the current suite version.",
  version_drift: "Have an admin or approver certify the current agent versions, or set the profiles back (an admin, approver or member).",
  open_drift_trigger: "Have an admin or approver assess and resolve each open trigger.",
  attestation_missing: "Have the named roles attest the current suite and agent versions."
};
var CLOCKS_APART_MS = 36e5;

// src/gate/formats/github.ts
import { appendFile } from "node:fs/promises";

// src/gate/formats/text.ts
function text(outcome) {
  const missed = notSubmitted(outcome);
  return missed === void 0 ? answered(outcome) : `${missed}
${answered(outcome)}`;
}
function answered(outcome) {
  if (outcome.kind === "failure") return `No decision: ${printable(outcome.message)}`;
  const { system, advisory, page: page2, decision: given } = outcome;
  const lines2 = [
    `${given.decision === "pass" ? "PASS" : "BLOCK"}  ${printable(system)}  decision ${given.decision_id}`
  ];
  for (const { code, message } of given.reason_details) {
    lines2.push(`  ${printable(code)}: ${printable(message)}`);
    const next = NEXT_STEP[code];
    if (next !== void 0) lines2.push(`    \u2192 ${next}`);
  }
  const named3 = namedSystem(outcome);
  if (named3 !== void 0) lines2.push(`  ${named3}`);
  if (page2 !== void 0 && given.decision === "block") lines2.push(`  In the console: ${printable(page2)}`);
  if (advisory && given.decision === "block")
    lines2.push("ADVISORY: the gate blocks, and this run continues because --advisory was given.");
  return lines2.join("\n");
}

// src/gate/formats/github.ts
function github(outcome) {
  return [text(outcome), ...annotations(outcome)].join("\n");
}
async function writeForRunner(outcome, env) {
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, summary(outcome));
  if (env.GITHUB_OUTPUT && outcome.kind === "decision") {
    const { decision, decision_id, reasons } = outcome.decision;
    const outputs = { decision, decision_id, reasons: reasons.join(",") };
    const lines2 = Object.entries(outputs).map(([name, value]) => `${name}=${oneLine(value)}
`);
    await appendFile(env.GITHUB_OUTPUT, lines2.join(""));
  }
}
function annotations(outcome) {
  if (outcome.kind === "failure") return [command("error", "Attestry: no decision", outcome.message)];
  const { decision, advisory, system } = outcome;
  if (decision.decision === "pass") return [command("notice", "Attestry: pass", `${system} may ship.`)];
  const level = advisory ? "warning" : "error";
  return decision.reason_details.map(({ code, message }) => command(level, `Attestry: ${code}`, message));
}
function command(level, title, message) {
  const data = (value) => value.replace(COMMAND, "\\u{23}").replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (value) => data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property(title)}::${data(message)}`;
}
function summary(outcome) {
  if (outcome.kind === "failure") return `## Attestry: no decision

${markdown(outcome.message)}
`;
  const { decision, advisory, page: page2, system } = outcome;
  const head = `## Attestry: ${decision.decision === "pass" ? "\u2705 pass" : "\u26D4 block"} \u2014 ${markdown(system)}

`;
  const rows2 = decision.reason_details.map(
    ({ code, message }) => `| ${markdown(code)} | ${markdown(message)} | ${NEXT_STEP[code] ?? ""} |
`
  );
  const table = rows2.length === 0 ? "" : `| Reason | What | Next |
|---|---|---|
${rows2.join("")}
`;
  const note = advisory && rows2.length > 0 ? "**Advisory**: this run continues anyway.\n\n" : "";
  const place = page2 === void 0 || rows2.length === 0 ? "" : ` \xB7 [In the console](<${page2.replace(/[<>\\\s]/g, encodeURIComponent)}>)`;
  return `${head}${table}${note}Decision \`${oneLine(decision.decision_id)}\`${place}
`;
}
function markdown(value) {
  return oneLine(value).replace(/[\\`*_{}[\]()#+!|<>&~@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
function oneLine(value) {
  return value.replace(/[\r\n]+/g, " ");
}

// src/gate/formats/json.ts
function json(outcome) {
  const exit_code = exitCodeOf(outcome);
  return printableJson(
    outcome.kind === "decision" ? { ...outcome.decision, advisory: outcome.advisory, exit_code } : { error: { message: outcome.message }, exit_code }
  );
}

// src/gate/formats/xml.ts
function xml(text3) {
  return text3.toWellFormed().replace(/[^\t\n\r\P{Cc}\u{7f}-\u{9f}]|[\ufffe\uffff]/gu, "\uFFFD").replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`).replace(COMMAND, "&#35;");
}

// src/gate/formats/junit.ts
function junit(outcome) {
  const cases = casesOf(outcome);
  const count2 = (word) => cases.filter((one) => one.includes(`<${word} `)).length;
  const counts = `tests="${cases.length}" failures="${count2("failure")}" errors="${count2("error")}" skipped="${count2("skipped")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="Attestry release gate" ${counts}>`,
    ...cases.map((one) => `    ${one}`),
    "  </testsuite>",
    "</testsuites>"
  ].join("\n");
}
function casesOf(outcome) {
  const missed = notSubmitted(outcome);
  const open3 = (name) => `<testcase classname="${xml(`attestry.gate.${outcome.system}`)}" name="${xml(name)}"`;
  const imported = missed === void 0 ? [] : [
    `${open3("results submitted")}><error message="${xml(missed)}">${xml(outcome.importLog.join("\n"))}</error></testcase>`
  ];
  return [...imported, ...answered2(outcome, open3)];
}
function answered2(outcome, open3) {
  if (outcome.kind === "failure")
    return [`${open3("decision")}><error message="${xml(outcome.message)}"/></testcase>`];
  const { decision, advisory, page: page2 } = outcome;
  if (decision.decision === "pass") return [`${open3("may ship")}/>`];
  const element = advisory ? "skipped" : "failure";
  return decision.reason_details.map(({ code, message }) => {
    const next = [message, NEXT_STEP[code], page2].filter((line) => line !== void 0).join("\n");
    return `${open3(code)}><${element} message="${xml(message)}">${xml(next)}</${element}></testcase>`;
  });
}

// src/gate/formats/sarif.ts
function sarif(outcome) {
  const details = outcome.kind === "decision" ? outcome.decision.reason_details : [];
  const page2 = outcome.kind === "decision" ? outcome.page : void 0;
  const level = outcome.kind === "decision" && outcome.advisory ? "warning" : "error";
  return printableJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Attestry release gate", rules: RULES } },
        invocations: [
          outcome.kind === "decision" ? { executionSuccessful: true } : {
            executionSuccessful: false,
            toolExecutionNotifications: [{ level: "error", message: { text: outcome.message } }]
          }
        ],
        results: details.map(({ code, message }) => ({
          ruleId: code,
          level,
          message: { text: message },
          ...page2 === void 0 ? {} : { hostedViewerUri: page2 },
          locations: [{ logicalLocations: [{ fullyQualifiedName: outcome.system, kind: "resource" }] }]
        })),
        ...outcome.kind === "decision" ? { properties: { decision: outcome.decision.decision, decision_id: outcome.decision.decision_id } } : {}
      }
    ]
  });
}
var RULES = Object.entries(NEXT_STEP).map(([id, text3]) => ({
  id,
  shortDescription: { text: id.replaceAll("_", " ") },
  help: { text: text3 }
}));

// src/gate/import-log.ts
async function importLogOf(path) {
  if (path === void 0) return [];
  const text3 = await textOfOption("--import-log", path);
  const lines2 = text3.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines2.slice(-LINES).map((line) => printable(line.slice(0, LINE_LENGTH)));
}
var LINES = 20;
var LINE_LENGTH = 1e3;

// src/gate/signed-decision.ts
import { verify } from "node:crypto";
function refusalOf(text3, policy, now) {
  const statement = signedStatement(text3, policy.key);
  if (statement === void 0) return "is not signed by this key";
  const claim = claimOf(statement);
  if (claim === void 0) return "is not a decision of the gate";
  const { subject } = statement;
  const [artifact] = Array.isArray(subject) && subject.length === 1 ? subject : [];
  if (artifact?.digest?.sha256 !== policy.sha256) return "is about another artifact";
  if (claim.system !== policy.systemId) return "is about another AI system";
  if (!claim.passed) return "the gate blocked";
  const age = now - Date.parse(String(claim.at));
  if (!(age <= policy.maxAgeMs)) return `was decided at ${claim.at}, which is too long ago`;
  if (age < -CLOCKS_APART_MS2) return `was decided at ${claim.at}, which is in the future`;
  return void 0;
}
function isAbout(document, decisionId, sha256) {
  const { payload } = document?.dsseEnvelope ?? document ?? {};
  const { subject, predicate } = jsonOf(Buffer.from(String(payload), "base64").toString()) ?? {};
  const snapshotUri = predicate?.inputAttestations?.[0]?.uri ?? `urn:attestry:gate-snapshot:${predicate?.id}`;
  const isOfArtifact = sha256 === void 0 || subject?.[0]?.digest?.sha256 === sha256;
  return snapshotUri === `urn:attestry:gate-snapshot:${decisionId}` && isOfArtifact;
}
function signedStatement(text3, key) {
  const document = jsonOf(text3);
  const envelope = document?.dsseEnvelope ?? document;
  const { payload, payloadType, signatures } = envelope ?? {};
  if (payloadType !== STATEMENT_TYPE || typeof payload !== "string" || !Array.isArray(signatures))
    return void 0;
  const bytes = Buffer.from(payload, "base64");
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${bytes.length} `;
  const signed = Buffer.concat([Buffer.from(head), bytes]);
  const isSigned = signatures.some(
    (one) => typeof one?.sig === "string" && isBy(key, signed, Buffer.from(one.sig, "base64"))
  );
  const statement = isSigned ? jsonOf(bytes.toString()) : void 0;
  return statement?._type === "https://in-toto.io/Statement/v1" ? statement : void 0;
}
function isBy(key, signed, signature) {
  try {
    return verify("sha256", signed, key, signature);
  } catch {
    return false;
  }
}
function claimOf({ predicateType, predicate }) {
  if (predicateType === "urn:attestry:gate-decision:v1") {
    const { ai_system_id: system2, decision, decided_at: at2 } = predicate ?? {};
    return { system: system2, passed: decision === "pass", at: at2 };
  }
  if (predicateType !== "https://slsa.dev/verification_summary/v1") return void 0;
  const { verifier, resourceUri, verificationResult, timeVerified: at } = predicate ?? {};
  if (verifier?.id !== "urn:attestry:gate") return void 0;
  const system = /^urn:attestry:ai-system:(.+)$/.exec(String(resourceUri))?.[1];
  return { system, passed: verificationResult === "PASSED", at };
}
function jsonOf(text3) {
  try {
    return JSON.parse(text3);
  } catch {
    return void 0;
  }
}
var STATEMENT_TYPE = "application/vnd.in-toto+json";
var CLOCKS_APART_MS2 = 5 * 6e4;

// src/gate/check.ts
var GATE_CHECK_HELP = `attestry gate check: may this AI system ship?

  attestry gate check --system NAME|ID [options]

  --system NAME|ID   the AI system, by its id or its exact name; a name can be given to another system, an id cannot
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --wait TIME        ask again until the gate passes, at most this long (30s, 5m)
  --format FORMAT    text, json, junit, sarif, github or gitlab (default text)
  --output FILE      write the format to FILE and text to standard output
  --advisory         exit 0 on block, and say so
  --imported CODE    the exit code of import results before it: other than 0, the report has it as an error
  --import-log FILE  what that import results wrote to standard error: the report says the reason
  --attest FILE      write the signed decision to FILE, a Sigstore bundle
  --subject SHA256   the artifact that the signed decision is about
  --vsa FILE         write a signed SLSA verification summary of --subject to FILE
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 15s)

The API key is read from ATTESTRY_API_KEY; it needs the permission gate:query.

Exit codes: 0 pass, 1 block, 2 usage, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 nothing to decide.
`;
async function gateCheck(argv, env) {
  const values = valuesOf(argv);
  if (values.help === true) {
    process.stdout.write(GATE_CHECK_HELP);
    return EXIT.ok;
  }
  const reported = reportedOf(values);
  const outcome = await checked(values, env).catch((error) => {
    if (!(error instanceof Failure) || reported.format === "text" && reported.output === void 0)
      throw error;
    const { system = "", imported: code = "" } = values;
    const imported = Number(EXIT_CODE.exec(code) ?? 0);
    return { kind: "failure", system, imported, importLog: [], ...failureOf(error) };
  });
  await report(outcome, reported, env);
  return exitCodeOf(outcome);
}
async function checked(values, env) {
  const options2 = optionsOf2(values);
  const server = serverOf(options2.url, env);
  const outcome = await outcomeOf(server, options2);
  const sign = async (option, file, predicate) => {
    if (outcome.kind !== "decision") return;
    const asked = { option, predicate };
    await writeWhole(option, file, await attestationOf(server, options2, outcome.decision, asked));
  };
  if (options2.attest !== void 0) await sign("--attest", options2.attest, "decision");
  if (options2.vsa !== void 0) await sign("--vsa", options2.vsa, "vsa");
  return outcome;
}
async function outcomeOf(server, options2) {
  const { system, advisory, imported } = options2;
  const importLog = await importLogOf(options2.importLog);
  try {
    const decision = await decide(server, options2);
    return { kind: "decision", system, advisory, imported, importLog, decision, ...pageOf2(server, decision) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "failure", system, imported, importLog, ...failureOf(error) };
  }
}
var failureOf = ({ exitCode, message }) => ({ exitCode, message });
function pageOf2({ url }, { ai_system_id: id }) {
  return typeof id === "string" && UUID.test(id) ? { page: `${url}/console/#/systems/${id}` } : {};
}
async function decide(server, options2) {
  const until = Date.now() + options2.waitMs;
  for (; ; ) {
    const decision = await ask2(server, options2);
    const left = until - Date.now();
    if (decision.decision === "pass" || left <= 0) return decision;
    options2.log(
      `the gate blocks (${decision.reasons.join(", ")}); asking again for ${Math.ceil(left / 1e3)} s`
    );
    await sleep3(Math.min(left, POLL_MS));
  }
}
async function ask2(server, options2) {
  const id = UUID.test(options2.system) ? options2.system.toLowerCase() : void 0;
  const path = id !== void 0 ? `/gate-status/${id}` : `/gate-status?ai_system_name=${encodeURIComponent(options2.system)}`;
  const { status, body, error } = await call(server, options2, { method: "GET", path });
  if (status === 200) return recent(decisionOf(body, id), Date.now());
  if (status === 404)
    throw new Failure(
      EXIT.nothing,
      `AI system ${options2.system} is not known; attestry system list shows the known ones`
    );
  if (isMissingAddon(error))
    throw new Failure(EXIT.nothing, "the organization does not have the add-on agent_governance");
  throw usage(`the server refused the query: ${error?.message ?? status}`);
}
async function attestationOf(server, options2, decision, { option, predicate }) {
  const query = new URLSearchParams();
  if (options2.subject !== void 0) query.set("subject_sha256", options2.subject);
  if (predicate !== "decision") query.set("predicate", predicate);
  const path = `/gate-decisions/${decision.decision_id}/attestation${query.size > 0 ? `?${query}` : ""}`;
  const { status, body, error } = await call(server, options2, { method: "GET", path });
  if (status === 200 && !isAbout(body, decision.decision_id, options2.subject))
    throw new Failure(EXIT.unavailable, `${option}: the server answered with a signature of another decision`);
  if (status === 200) return `${JSON.stringify(body, null, 2)}
`;
  throw usage(`${option}: the server signed nothing: ${error?.message ?? status}`);
}
async function report(outcome, { format, ...to }, env) {
  if (format === "github") await writeForRunner(outcome, env);
  const output = to.output ?? (format === "gitlab" ? "attestry-gate.xml" : void 0);
  if (output === void 0) {
    process.stdout.write(`${FORMATS[format](outcome)}
`);
    return;
  }
  await writeWhole("--output", output, `${FORMATS[format](outcome)}
`);
  process.stdout.write(`${text(outcome)}
`);
}
async function writeWhole(option, path, content) {
  await replaceFile(path, content).catch((error) => {
    throw usage(`${option}: cannot write ${path} (${error.code})`);
  });
}
var valuesOf = (args) => parsed(args, { texts: TEXTS2, flags: ["advisory"] }).values;
function reportedOf({ format = "text", output }) {
  if (!Object.hasOwn(FORMATS, format)) throw usage(`--format: one of ${Object.keys(FORMATS).join(", ")}`);
  return { format, output };
}
function optionsOf2(values) {
  const { system = "", retries = "4", wait = "0", timeout = "15s", imported = "0" } = values;
  if (system.trim() === "") throw usage("--system NAME|ID is missing");
  if (!EXIT_CODE.test(imported)) throw usage("--imported: the exit code of import results");
  if (values.subject !== void 0 && !/^[0-9a-f]{64}$/.test(values.subject))
    throw usage("--subject: 64 lower-case hex digits");
  if (values.vsa !== void 0 && values.subject === void 0)
    throw usage("--vsa: needs --subject, the artifact that was verified");
  return {
    ...retryOptions({ retries, timeout }),
    system,
    url: values.url,
    attest: values.attest,
    vsa: values.vsa,
    subject: values.subject,
    advisory: values.advisory === true,
    imported: Number(imported),
    importLog: values["import-log"],
    waitMs: duration("--wait", wait)
  };
}
var TEXTS2 = [
  "system",
  "url",
  "wait",
  "format",
  "output",
  "attest",
  "vsa",
  "subject",
  "imported",
  "import-log",
  "retries",
  "timeout"
];
var FORMATS = { text, json, junit, sarif, github, gitlab: junit };
var EXIT_CODE = /^\d{1,3}$/;
var POLL_MS = 5e3;

// src/gate/verify.ts
import { createHash, createPublicKey } from "node:crypto";
import { createReadStream as createReadStream2 } from "node:fs";
var GATE_VERIFY_HELP = `attestry gate verify: does a signed decision let this artifact ship?

  attestry gate verify FILE --key PEM --system ID (--artifact FILE | --subject SHA256) --max-age TIME

  FILE               the signed decision or verification summary, a Sigstore bundle or a bare DSSE envelope
  --key PEM          the public key of the installation, which you got from it before
  --system ID        the AI system, by its id: an installation signs for all of its organizations, and names are not unique
  --artifact FILE    the artifact that is released
  --subject SHA256   or its SHA-256, 64 lower-case hex digits
  --max-age TIME     how long ago the gate may have decided (30m, 24h)

No server is asked. Exit codes: 0 the gate passed this artifact, 1 it did not, or the file does not show it, 2 usage.
`;
async function gateVerify(argv) {
  const { values, positionals } = parsed(argv, { texts: TEXTS3, flags: [], allowPositionals: true });
  if (values.help === true) {
    process.stdout.write(GATE_VERIFY_HELP);
    return EXIT.ok;
  }
  const [file, ...more] = positionals;
  if (file === void 0 || more.length > 0) throw usage("name one file with a signed decision");
  const policy = await policyOf(values);
  const refusal = refusalOf(await textOfOption("the signed decision", file), policy, Date.now());
  if (refusal === void 0) {
    process.stdout.write("pass: the gate passed this artifact\n");
    return EXIT.ok;
  }
  process.stderr.write(`attestry: ${printable(file)}: ${printable(refusal)}
`);
  return EXIT.block;
}
async function policyOf(values) {
  const { key, system, artifact, subject, "max-age": maxAge } = values;
  if (key === void 0) throw usage("--key PEM is missing");
  if (system === void 0 || !UUID.test(system)) throw usage("--system: the id of the AI system");
  if (artifact === void 0 === (subject === void 0))
    throw usage("--artifact FILE or --subject SHA256: one of them");
  if (subject !== void 0 && !/^[0-9a-f]{64}$/.test(subject))
    throw usage("--subject: 64 lower-case hex digits");
  if (maxAge === void 0) throw usage("--max-age TIME is missing");
  return {
    key: keyOf(await textOfOption("--key", key)),
    systemId: system.toLowerCase(),
    sha256: subject ?? await sha256Of(artifact),
    maxAgeMs: duration("--max-age", maxAge)
  };
}
function keyOf(text3) {
  try {
    return createPublicKey(text3);
  } catch {
    throw usage("--key: not a public key in PEM");
  }
}
async function sha256Of(path) {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream2(path)) hash.update(piece);
  } catch (error) {
    throw usage(`--artifact: cannot read ${path} (${error.code})`);
  }
  return hash.digest("hex");
}
var TEXTS3 = ["key", "system", "artifact", "subject", "max-age"];

// src/files/input-file.ts
import { createHash as createHash2 } from "node:crypto";
import { createReadStream as createReadStream3 } from "node:fs";
import { open as open2, readFile, stat } from "node:fs/promises";

// src/files/refused.ts
function refused(file, place, reason) {
  return new Failure(
    EXIT.usage,
    `${printable(file)}: ${place === "" ? "" : `${printable(place)}: `}${reason}`
  );
}

// src/files/lenient-json.ts
function lenientJson(path, text3, place = "") {
  if (nestsBeyond(text3, LEVELS)) throw refused(path, place, `is nested deeper than ${LEVELS} levels`);
  try {
    return JSON.parse(text3);
  } catch {
    try {
      return JSON.parse(withoutNonNumbers(text3));
    } catch {
      throw refused(path, place, "is not JSON, or ends early");
    }
  }
}
function nestsBeyond(text3, levels) {
  let open3 = 0;
  for (let at = 0; at < text3.length; at++) {
    const code = text3.charCodeAt(at);
    if (code === QUOTE2) at = endOfString2(text3, at);
    else if (code === BRACKET2 || code === BRACE2) {
      if (++open3 > levels) return true;
    } else if (code === BRACKET2 + 2 || code === BRACE2 + 2) open3--;
  }
  return false;
}
function endOfString2(text3, from) {
  for (let at = text3.indexOf('"', from + 1); at !== -1; at = text3.indexOf('"', at + 1)) {
    let first = at;
    while (text3.charCodeAt(first - 1) === BACKSLASH2) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return text3.length;
}
function withoutNonNumbers(text3) {
  return text3.replace(STRING_OR_WORD, (found) => found.startsWith('"') ? found : "null");
}
var STRING_OR_WORD = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\bInfinity\b|\bNaN\b/gs;
var LEVELS = 1e3;
var QUOTE2 = 34;
var BACKSLASH2 = 92;
var BRACKET2 = 91;
var BRACE2 = 123;

// src/files/input-file.ts
var InputFile = class _InputFile {
  path;
  bytes;
  modifiedAt;
  /** The first 64 KiB. */
  head;
  #document;
  constructor(path, bytes, modifiedAt, head) {
    this.path = path;
    this.bytes = bytes;
    this.modifiedAt = modifiedAt;
    this.head = head;
  }
  /** @throws Failure usage */
  static async open(path) {
    try {
      const found = await stat(path);
      if (!found.isFile()) throw refused(path, "", "is not a regular file");
      const handle = await open2(path);
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
        return new _InputFile(path, found.size, found.mtime, buffer.subarray(0, bytesRead));
      } finally {
        await handle.close();
      }
    } catch (error) {
      const { code } = error;
      throw code === void 0 ? error : refused(path, "", `cannot be read (${code})`);
    }
  }
  /** The beginning of the text, without a byte order mark and white space before it. */
  get beginning() {
    return this.head.toString("utf8").replace(/^\ufeff/, "").trimStart();
  }
  /** Returns the SHA-256 of the whole file in lower-case hex. */
  async sha256() {
    const hash = createHash2("sha256");
    for await (const chunk of createReadStream3(this.path)) hash.update(chunk);
    return hash.digest("hex");
  }
  /** Returns the whole file as text. @throws Failure usage when it is larger than 128 MiB or not UTF-8 */
  async text() {
    if (this.bytes > DOCUMENT_BYTES) throw refused(this.path, "", "is over 128 MiB");
    return utf8(this.path, await readFile(this.path));
  }
  /** Returns the whole file as one JSON document, which is parsed once. @throws Failure usage */
  async json() {
    this.#document ??= { value: lenientJson(this.path, await this.text()) };
    return this.#document.value;
  }
  /** Yields each line that is not empty, parsed as JSON. A line has at most 16 MiB. @throws Failure usage */
  async *jsonLines() {
    let line = 0;
    for await (const bytes of lines(this.path)) {
      line++;
      const text3 = utf8(this.path, bytes);
      if (text3.trim() !== "") yield { line, value: lenientJson(this.path, text3, `line ${line}`) };
    }
  }
};
async function* lines(path) {
  let kept = [];
  let length = 0;
  for await (const chunk of createReadStream3(path)) {
    let from = 0;
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      yield Buffer.concat([...kept, chunk.subarray(from, to)]);
      kept = [];
      length = 0;
      from = to + 1;
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (length > LINE_BYTES) throw refused(path, "", "has a line over 16 MiB");
    if (rest.length > 0) kept.push(rest);
  }
  if (length > 0) yield Buffer.concat(kept);
}
function utf8(path, bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, "", "is not UTF-8");
  }
}
var HEAD_BYTES = 64 * 1024;
var DOCUMENT_BYTES = 128 * 1024 * 1024;
var LINE_BYTES = 16 * 1024 * 1024;

// src/import/evaluations.ts
import { basename } from "node:path";
function evaluationsOf(file, sha256, results, target) {
  const at = results.evaluatedAt ?? file.modifiedAt;
  const { system, suite } = target;
  return results.measurements.map((measurement) => ({
    ...UUID.test(system) ? { ai_system_id: system.toLowerCase() } : { ai_system_name: system },
    source: target.source ?? basename(file.path).slice(0, 500),
    source_kind: results.tool,
    eval_type: target.evalType ?? measurement.evalType,
    metric_name: metricName(file, measurement),
    metric_value: measurement.value,
    ...measurement.threshold === void 0 ? {} : { threshold: measurement.threshold },
    passed: measurement.passed,
    evaluated_at: at.toISOString(),
    ...suite === void 0 ? {} : { eval_suite: suite },
    payload: {
      file_sha256: sha256,
      direction: measurement.direction,
      counts: measurement.counts,
      ...target.agents === void 0 ? {} : { agents: target.agents },
      ...results.toolVersion === void 0 ? {} : { tool_version: results.toolVersion.slice(0, 200) },
      ...Object.keys(results.subject).length === 0 ? {} : { subject: results.subject },
      ...results.evaluatedAt === void 0 ? { evaluated_at_from: "file modification time" } : {}
    }
  }));
}
function metricName(file, { metric }) {
  const name = metric.replace(/\0/g, "").toWellFormed();
  if (name === "" || [...name].length > 200)
    throw refused(file.path, metric.slice(0, 80), "the name of a metric has 1 to 200 characters");
  return name;
}

// src/files/json-values.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isMeasured(value) {
  return typeof value === "number" && Number.isFinite(value);
}
function instantOf(value) {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return void 0;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value.replace(" ", "T")}Z`;
  const at = new Date(zoned);
  return Number.isNaN(at.getTime()) ? void 0 : at;
}

// src/import/formats/field-map.ts
var FIELDS = [
  "metric_name",
  "metric_value",
  "eval_type",
  "passed",
  "threshold",
  "evaluated_at",
  "direction"
];
var NO_MAP = { items: void 0, fields: {} };
async function readFieldMap(path) {
  const map = await jsonOfOption("--map", path);
  const { items, fields = {} } = isObject(map) ? map : {};
  if (!isObject(map) || !isObject(fields) || items !== void 0 && typeof items !== "string")
    throw usage('--map: must be { "items": "path", "fields": { \u2026 } }');
  for (const [name, rule] of Object.entries(fields)) {
    if (!FIELDS.includes(name))
      throw usage(`--map: fields: one of ${FIELDS.join(", ")}`);
    const constant = isObject(rule) ? typeof rule.value : void 0;
    if (typeof rule !== "string" && constant !== "string" && constant !== "number")
      throw usage(`--map: fields.${name}: a path, or { "value": \u2026 }`);
  }
  return { items, fields };
}

// src/import/formats/measurement.ts
function isUnmeasured({ counts: { passed, failed } }) {
  return passed === 0 && failed === 0;
}
function tally() {
  return { passed: 0, failed: 0, errored: 0, unmeasured: 0 };
}
function total({ passed, failed, errored, unmeasured }) {
  return passed + failed + errored + unmeasured;
}
function passRate(metric, evalType, counts) {
  const all = total(counts);
  if (all === 0) return [];
  return [
    {
      metric,
      evalType,
      value: counts.passed / all,
      passed: counts.passed === all,
      direction: "higher_is_better",
      counts: { ...counts, total: all }
    }
  ];
}

// src/files/place.ts
var Place = class _Place {
  file;
  path;
  constructor(file, path = "") {
    this.file = file;
    this.path = path;
  }
  at(key) {
    const step = typeof key === "number" ? `[${key}]` : this.path === "" ? key : `.${key}`;
    return new _Place(this.file, `${this.path}${step}`);
  }
  refuse(reason) {
    return refused(this.file, this.path, reason);
  }
  object(value) {
    if (!isObject(value)) throw this.refuse("must be an object");
    return value;
  }
  array(value) {
    if (!Array.isArray(value)) throw this.refuse("must be an array");
    return value;
  }
  text(value) {
    if (typeof value !== "string") throw this.refuse("must be a string");
    return value;
  }
  /** A whole number, at least 0. */
  count(value) {
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
      throw this.refuse("must be a whole number");
    return value;
  }
  flag(value) {
    if (typeof value !== "boolean") throw this.refuse("must be true or false");
    return value;
  }
};

// src/import/formats/vocabulary.ts
function evalTypeOf(name) {
  const text3 = name.toLowerCase();
  return WORDS.find(([pattern]) => pattern.test(text3))?.[1] ?? "custom";
}
var WORDS = [
  [/jailbreak|^dan\b|\bdan\.|tap\.|suffix|grandma|crescendo|goat/, "jailbreak"],
  [
    /prompt.?(inject|extract|leak)|injection|hijack|latentinjection|encoding|smuggl|indirect/,
    "prompt_injection"
  ],
  [/pii|leak|privacy|exfil|xss|replay|secret|data.?(protection|exposure)/, "data_leakage"],
  [/toxic|harmful:hate|hate|insult|profan|lmrc|slur|harassment|atkgen|realtoxicity/, "toxicity"],
  [/\bbias|stereotyp|fairness|bbq|winogender/, "bias"],
  [/hallucinat|faithful|grounded|snowball|misleading|packagehallucination|factual|truthful/, "hallucination"],
  [/tool|function.?call|bfcl|agentic|trajectory|excessive.agency/, "tool_use"],
  [/robust|perturb|adversarial|paraphras|consisten/, "robustness"],
  [/drift/, "drift"],
  [/harm|malware|safety|danger|weapon|refus|donotanswer|exploit|av.?spam/, "safety"],
  [
    /acc|exact.?match|\bf1\b|\bem\b|pass@|bleu|rouge|correct|score|match|relevan|recall|precision/,
    "accuracy"
  ]
];

// src/import/formats/deepeval.ts
async function readDeepEval(file) {
  const root = new Place(file.path);
  const document = root.object(await file.json());
  const wrapped = isObject(document.testRunData);
  const place = wrapped ? root.at("testRunData") : root;
  const run2 = place.object(wrapped ? document.testRunData : document);
  const metrics = /* @__PURE__ */ new Map();
  let without = 0;
  for (const name of ["testCases", "conversationalTestCases"]) {
    if (run2[name] === void 0 || run2[name] === null) continue;
    for (const [i, one] of place.at(name).array(run2[name]).entries())
      if (!addCase(metrics, place.at(name).at(i), one)) without++;
  }
  for (const { counts } of metrics.values()) counts.unmeasured += without;
  const notes = without === 0 ? [] : [`${without} cases have no metric and count as not passed`];
  const unmeasured = [];
  const measurements = [...metrics].flatMap(([name, metric]) => measured(name, metric, unmeasured));
  for (const { metric } of unmeasured)
    notes.push(`the mean of ${JSON.stringify(metric)} was left out: not every case has a score`);
  return { tool: "deepeval", evaluatedAt: void 0, subject: {}, measurements, unmeasured, notes };
}
function addCase(metrics, place, value) {
  const one = place.object(value);
  const at = place.at("metricsData");
  const data = at.array(one.metricsData ?? one.metricsMetadata ?? []);
  for (const [i, entry] of data.entries()) {
    const metricData = at.at(i).object(entry);
    const name = at.at(i).at("name").text(metricData.name ?? metricData.metric);
    const metric = metrics.get(name) ?? { counts: tally(), scores: [], thresholds: /* @__PURE__ */ new Set() };
    const errored = metricData.error !== void 0 && metricData.error !== null && metricData.error !== "";
    if (errored) metric.counts.errored++;
    else if (!isMeasured(metricData.score)) metric.counts.unmeasured++;
    else {
      metric.scores.push(metricData.score);
      metric.counts[at.at(i).at("success").flag(metricData.success) ? "passed" : "failed"]++;
    }
    if (isMeasured(metricData.threshold)) metric.thresholds.add(metricData.threshold);
    metrics.set(name, metric);
  }
  return data.length > 0;
}
function measured(name, { counts, scores, thresholds }, unmeasured) {
  const evalType = evalTypeOf(name);
  const rate = passRate(`${name}/pass_rate`, evalType, counts);
  if (counts.errored + counts.unmeasured > 0 || scores.length === 0) {
    unmeasured.push({ metric: name, evalType });
    return rate;
  }
  const [threshold] = thresholds;
  return [
    ...rate,
    {
      metric: name,
      evalType,
      value: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      passed: counts.failed === 0,
      ...thresholds.size === 1 ? { threshold } : {},
      direction: LOWER_IS_BETTER.test(name) ? "lower_is_better" : "higher_is_better",
      counts: { ...counts, total: scores.length }
    }
  ];
}
var LOWER_IS_BETTER = /bias|toxicity|hallucination/i;

// src/import/formats/garak.ts
async function readGarak(file) {
  const evals = [];
  const seen = {
    version: void 0,
    end: void 0,
    completed: false
  };
  for await (const { line, value } of file.jsonLines()) {
    const place = new Place(file.path, `line ${line}`);
    const entry = place.object(value);
    if (BEFORE_END.has(entry.entry_type)) seen.completed = false;
    if (entry.entry_type === "init" && typeof entry.garak_version === "string")
      seen.version = entry.garak_version;
    if (entry.entry_type === "eval") evals.push(evalOf(place, entry));
    if (entry.entry_type === "completion") {
      seen.completed = true;
      seen.end = instantOf(entry.end_time);
    }
  }
  if (!seen.completed)
    throw refused(file.path, "", "has no completion entry: the run did not end, or the file is cut");
  const measurements = evals.flatMap(
    ({ probe, detector, counts }) => passRate(`${probe}/${detector}`, evalTypeOf(probe), counts)
  );
  const unmeasured = [];
  for (const [evalType, counts] of byType(evals)) {
    const rate = passRate("resistance_rate", evalType, counts);
    measurements.push(...rate);
    if (rate.length === 0) unmeasured.push({ metric: "resistance_rate", evalType });
  }
  const notMeasured = evals.filter(({ counts }) => counts.passed + counts.failed === 0);
  const without = notMeasured.filter(({ counts }) => counts.unmeasured === 0);
  return {
    tool: "garak",
    ...seen.version === void 0 ? {} : { toolVersion: seen.version },
    evaluatedAt: seen.end,
    subject: {},
    measurements,
    // No attempt was made, so that there is no rate either.
    unmeasured: [
      ...unmeasured,
      ...without.map(({ probe, detector }) => ({
        metric: `${probe}/${detector}`,
        evalType: evalTypeOf(probe)
      }))
    ],
    notes: notMeasured.map(
      (one) => without.includes(one) ? `${one.probe}/${one.detector} was left out: no attempt was made` : `${one.probe}/${one.detector} counts as not resisted: nothing was measured`
    )
  };
}
function evalOf(place, entry) {
  const count2 = (name) => place.at(name).count(entry[name]);
  const passed = count2("passed");
  const nones = entry.nones === void 0 ? 0 : count2("nones");
  const evaluated = entry.total_evaluated === void 0 ? count2("total") : count2("total_evaluated");
  const failed = entry.fails === void 0 ? evaluated - passed : count2("fails");
  if (passed + failed !== evaluated || failed < 0)
    throw place.refuse("passed and failed attempts do not add up to those evaluated");
  const detector = place.at("detector").text(entry.detector).replace(/^detector\./, "");
  const counts = { ...tally(), passed, failed, unmeasured: nones };
  return { probe: place.at("probe").text(entry.probe), detector, counts };
}
function byType(evals) {
  const types = /* @__PURE__ */ new Map();
  for (const { probe, counts } of evals) {
    const type = evalTypeOf(probe);
    const sum = types.get(type) ?? tally();
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.unmeasured += counts.unmeasured;
    types.set(type, sum);
  }
  return types;
}
var BEFORE_END = /* @__PURE__ */ new Set(["init", "attempt", "eval"]);
function isGarakEntry(value) {
  return isObject(value) && typeof value.entry_type === "string";
}

// ../../node_modules/csv-parse/lib/api/CsvError.js
var CsvError = class _CsvError extends Error {
  constructor(code, message, options2, ...contexts) {
    if (Array.isArray(message)) message = message.join(" ").trim();
    super(message);
    if (Error.captureStackTrace !== void 0) {
      Error.captureStackTrace(this, _CsvError);
    }
    this.code = code;
    for (const context of contexts) {
      for (const key in context) {
        const value = context[key];
        this[key] = Buffer.isBuffer(value) ? value.toString(options2.encoding) : value == null ? value : JSON.parse(JSON.stringify(value));
      }
    }
  }
};

// ../../node_modules/csv-parse/lib/utils/is_object.js
var is_object = function(obj) {
  return typeof obj === "object" && obj !== null && !Array.isArray(obj);
};

// ../../node_modules/csv-parse/lib/api/normalize_columns_array.js
var normalize_columns_array = function(columns) {
  const normalizedColumns = [];
  for (let i = 0, l = columns.length; i < l; i++) {
    const column = columns[i];
    if (column === void 0 || column === null || column === false) {
      normalizedColumns[i] = { disabled: true };
    } else if (typeof column === "string" || typeof column === "number") {
      normalizedColumns[i] = { name: `${column}` };
    } else if (is_object(column)) {
      if (typeof column.name !== "string") {
        throw new CsvError("CSV_OPTION_COLUMNS_MISSING_NAME", [
          "Option columns missing name:",
          `property "name" is required at position ${i}`,
          "when column is an object literal"
        ]);
      }
      normalizedColumns[i] = column;
    } else {
      throw new CsvError("CSV_INVALID_COLUMN_DEFINITION", [
        "Invalid column definition:",
        "expect a string or a literal object,",
        `got ${JSON.stringify(column)} at position ${i}`
      ]);
    }
  }
  return normalizedColumns;
};

// ../../node_modules/csv-parse/lib/utils/ResizeableBuffer.js
var ResizeableBuffer = class {
  constructor(size = 100) {
    this.size = size;
    this.length = 0;
    this.buf = Buffer.allocUnsafe(size);
  }
  prepend(val) {
    if (Buffer.isBuffer(val)) {
      const length = this.length + val.length;
      if (length >= this.size) {
        this.resize();
        if (length >= this.size) {
          throw Error("INVALID_BUFFER_STATE");
        }
      }
      const buf = this.buf;
      this.buf = Buffer.allocUnsafe(this.size);
      val.copy(this.buf, 0);
      buf.copy(this.buf, val.length);
      this.length += val.length;
    } else {
      const length = this.length++;
      if (length === this.size) {
        this.resize();
      }
      const buf = this.clone();
      this.buf[0] = val;
      buf.copy(this.buf, 1, 0, length);
    }
  }
  append(val) {
    const length = this.length++;
    if (length === this.size) {
      this.resize();
    }
    this.buf[length] = val;
  }
  clone() {
    return Buffer.from(this.buf.slice(0, this.length));
  }
  resize() {
    const length = this.length;
    this.size = this.size * 2;
    const buf = Buffer.allocUnsafe(this.size);
    this.buf.copy(buf, 0, 0, length);
    this.buf = buf;
  }
  toString(encoding) {
    if (encoding) {
      return this.buf.toString(encoding, 0, this.length);
    } else {
      return Uint8Array.prototype.slice.call(this.buf.slice(0, this.length));
    }
  }
  toJSON() {
    return this.toString("utf8");
  }
  reset() {
    this.length = 0;
  }
};
var ResizeableBuffer_default = ResizeableBuffer;

// ../../node_modules/csv-parse/lib/api/init_state.js
var init_state = function(options2) {
  const timchars = [
    // Basic Latin
    32,
    // [Space](https://www.fileformat.info/info/unicode/char/0020/index.htm)
    9,
    // [CHARACTER TABULATION (HT)](https://www.fileformat.info/info/unicode/char/0009/index.htm)
    10,
    // [LINE FEED (LF)](https://www.fileformat.info/info/unicode/char/000a/index.htm)
    13,
    // [CARRIAGE RETURN (CR)](https://www.fileformat.info/info/unicode/char/000d/index.htm)
    12,
    // [FORM FEED (FF)](https://www.fileformat.info/info/unicode/char/000c/index.htm)
    11,
    // [LINE TABULATION (VT)](https://www.fileformat.info/info/unicode/char/000b/index.htm)
    // Latin-1 Supplement
    160,
    // [NO-BREAK SPACE (NBSP)](https://www.fileformat.info/info/unicode/char/00a0/index.htm)
    // Ogham
    5760,
    // [OGHAM SPACE MARK](https://www.fileformat.info/info/unicode/char/1680/index.htm)
    // General Punctuation
    8192,
    // [EN QUAD](https://www.fileformat.info/info/unicode/char/2000/index.htm)
    8193,
    // [EM QUAD](https://www.fileformat.info/info/unicode/char/2001/index.htm)
    8194,
    // [EN SPACE](https://www.fileformat.info/info/unicode/char/2002/index.htm)
    8195,
    // [EM SPACE](https://www.fileformat.info/info/unicode/char/2003/index.htm)
    8196,
    // [THREE-PER-EM SPACE](https://www.fileformat.info/info/unicode/char/2004/index.htm)
    8197,
    // [FOUR-PER-EM SPACE](https://www.fileformat.info/info/unicode/char/2005/index.htm)
    8198,
    // [SIX-PER-EM SPACE](https://www.fileformat.info/info/unicode/char/2006/index.htm)
    8199,
    // [FIGURE SPACE](https://www.fileformat.info/info/unicode/char/2007/index.htm)
    8200,
    // [PUNCTUATION SPACE](https://www.fileformat.info/info/unicode/char/2008/index.htm)
    8201,
    // [THIN SPACE](https://www.fileformat.info/info/unicode/char/2009/index.htm)
    8202,
    // [HAIR SPACE](https://www.fileformat.info/info/unicode/char/200a/index.htm)
    8232,
    // [LINE SEPARATOR](https://www.fileformat.info/info/unicode/char/2028/index.htm)
    8233,
    // [PARAGRAPH SEPARATOR](https://www.fileformat.info/info/unicode/char/2029/index.htm)
    8239,
    // [NARROW NO-BREAK SPACE (NNBSP)](https://www.fileformat.info/info/unicode/char/202f/index.htm)
    8287,
    // [MEDIUM MATHEMATICAL SPACE (MMSP)](https://www.fileformat.info/info/unicode/char/205f/index.htm)
    12288,
    // [IDEOGRAPHIC SPACE](https://www.fileformat.info/info/unicode/char/3000/index.htm)
    65279
    // [ZERO WIDTH NO-BREAK SPACE (BOM)](https://www.fileformat.info/info/unicode/char/feff/index.htm)
  ].reduce((acc, codepoint) => {
    const encoded = Buffer.from(
      String.fromCharCode(codepoint),
      options2.encoding
    );
    if (codepoint !== 63 && encoded.length === 1 && encoded[0] === 63) {
      return acc;
    }
    acc.push(encoded);
    return acc;
  }, []);
  const timcharFirstBytes = new Uint8Array(256);
  for (const t of timchars) timcharFirstBytes[t[0]] = 1;
  return {
    bomSkipped: false,
    bufBytesStart: 0,
    castField: options2.cast_function,
    commenting: false,
    delimiterBufPrevious: void 0,
    delimiterDiscovered: false,
    // Current error encountered by a record
    error: void 0,
    enabled: options2.from_line === 1,
    escaping: false,
    escapeIsQuote: Buffer.isBuffer(options2.escape) && Buffer.isBuffer(options2.quote) && Buffer.compare(options2.escape, options2.quote) === 0,
    // columns can be `false`, `true`, `Array`
    expectedRecordLength: Array.isArray(options2.columns) ? options2.columns.length : void 0,
    field: new ResizeableBuffer_default(20),
    firstLineToHeaders: options2.cast_first_line_to_header,
    needMoreDataSize: Math.max(
      // Skip if the remaining buffer smaller than comment
      options2.comment !== null ? options2.comment.length : 0,
      ...options2.delimiter ? options2.delimiter.map((delimiter) => delimiter.length) : [],
      // Auto discovery of delimiter is limited to 1 character
      options2.delimiter_auto ? 1 : 0,
      // Skip if the remaining buffer can be escape sequence
      options2.quote !== null ? options2.quote.length : 0,
      ...timchars.map((t) => t.length)
    ),
    previousBuf: void 0,
    quoting: false,
    stop: false,
    rawBuffer: new ResizeableBuffer_default(100),
    record: [],
    recordHasError: false,
    record_length: 0,
    recordDelimiterMaxLength: options2.record_delimiter.length === 0 ? 0 : Math.max(...options2.record_delimiter.map((v) => v.length)),
    trimChars: [
      Buffer.from(" ", options2.encoding)[0],
      Buffer.from("	", options2.encoding)[0]
    ],
    wasQuoting: false,
    wasRowDelimiter: false,
    timchars,
    timcharFirstBytes
  };
};

// ../../node_modules/csv-parse/lib/utils/underscore.js
var underscore = function(str) {
  return str.replace(/([A-Z])/g, function(_, match) {
    return "_" + match.toLowerCase();
  });
};

// ../../node_modules/csv-parse/lib/api/normalize_options.js
var normalize_options = function(opts) {
  const options2 = {};
  for (const opt in opts) {
    options2[underscore(opt)] = opts[opt];
  }
  if (options2.encoding === void 0 || options2.encoding === true) {
    options2.encoding = "utf8";
  } else if (options2.encoding === null || options2.encoding === false) {
    options2.encoding = null;
  } else if (typeof options2.encoding !== "string" && options2.encoding !== null) {
    throw new CsvError(
      "CSV_INVALID_OPTION_ENCODING",
      [
        "Invalid option encoding:",
        "encoding must be a string or null to return a buffer,",
        `got ${JSON.stringify(options2.encoding)}`
      ],
      options2
    );
  }
  if (options2.bom === void 0 || options2.bom === null || options2.bom === false) {
    options2.bom = false;
  } else if (options2.bom !== true) {
    throw new CsvError(
      "CSV_INVALID_OPTION_BOM",
      [
        "Invalid option bom:",
        "bom must be true,",
        `got ${JSON.stringify(options2.bom)}`
      ],
      options2
    );
  }
  options2.cast_function = null;
  if (options2.cast === void 0 || options2.cast === null || options2.cast === false || options2.cast === "") {
    options2.cast = void 0;
  } else if (typeof options2.cast === "function") {
    options2.cast_function = options2.cast;
    options2.cast = true;
  } else if (options2.cast !== true) {
    throw new CsvError(
      "CSV_INVALID_OPTION_CAST",
      [
        "Invalid option cast:",
        "cast must be true or a function,",
        `got ${JSON.stringify(options2.cast)}`
      ],
      options2
    );
  }
  if (options2.cast_date === void 0 || options2.cast_date === null || options2.cast_date === false || options2.cast_date === "") {
    options2.cast_date = false;
  } else if (options2.cast_date === true) {
    options2.cast_date = function(value) {
      const date = Date.parse(value);
      return !isNaN(date) ? new Date(date) : value;
    };
  } else if (typeof options2.cast_date !== "function") {
    throw new CsvError(
      "CSV_INVALID_OPTION_CAST_DATE",
      [
        "Invalid option cast_date:",
        "cast_date must be true or a function,",
        `got ${JSON.stringify(options2.cast_date)}`
      ],
      options2
    );
  }
  options2.cast_first_line_to_header = void 0;
  if (options2.columns === true) {
    options2.cast_first_line_to_header = void 0;
  } else if (typeof options2.columns === "function") {
    options2.cast_first_line_to_header = options2.columns;
    options2.columns = true;
  } else if (Array.isArray(options2.columns)) {
    options2.columns = normalize_columns_array(options2.columns);
  } else if (options2.columns === void 0 || options2.columns === null || options2.columns === false) {
    options2.columns = false;
  } else {
    throw new CsvError(
      "CSV_INVALID_OPTION_COLUMNS",
      [
        "Invalid option columns:",
        "expect an array, a function or true,",
        `got ${JSON.stringify(options2.columns)}`
      ],
      options2
    );
  }
  if (options2.group_columns_by_name === void 0 || options2.group_columns_by_name === null || options2.group_columns_by_name === false) {
    options2.group_columns_by_name = false;
  } else if (options2.group_columns_by_name !== true) {
    throw new CsvError(
      "CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME",
      [
        "Invalid option group_columns_by_name:",
        "expect an boolean,",
        `got ${JSON.stringify(options2.group_columns_by_name)}`
      ],
      options2
    );
  } else if (options2.columns === false) {
    throw new CsvError(
      "CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME",
      [
        "Invalid option group_columns_by_name:",
        "the `columns` mode must be activated."
      ],
      options2
    );
  }
  if (options2.comment === void 0 || options2.comment === null || options2.comment === false || options2.comment === "") {
    options2.comment = null;
  } else {
    if (typeof options2.comment === "string") {
      options2.comment = Buffer.from(options2.comment, options2.encoding);
    }
    if (!Buffer.isBuffer(options2.comment)) {
      throw new CsvError(
        "CSV_INVALID_OPTION_COMMENT",
        [
          "Invalid option comment:",
          "comment must be a buffer or a string,",
          `got ${JSON.stringify(options2.comment)}`
        ],
        options2
      );
    }
  }
  if (options2.comment_no_infix === void 0 || options2.comment_no_infix === null || options2.comment_no_infix === false) {
    options2.comment_no_infix = false;
  } else if (options2.comment_no_infix !== true) {
    throw new CsvError(
      "CSV_INVALID_OPTION_COMMENT",
      [
        "Invalid option comment_no_infix:",
        "value must be a boolean,",
        `got ${JSON.stringify(options2.comment_no_infix)}`
      ],
      options2
    );
  }
  if (options2.delimiter_auto === void 0 || options2.delimiter_auto === null || options2.delimiter_auto === false) {
    options2.delimiter_auto = false;
  } else if (options2.delimiter_auto === true) {
    options2.delimiter_auto = {};
  } else if (!is_object(options2.delimiter_auto)) {
    throw new CsvError(
      "CSV_INVALID_OPTION_DELIMITER_AUTO",
      [
        "Invalid option delimiter_auto:",
        "delimiter_auto must be a boolean or a configuration object,",
        `got ${JSON.stringify(options2.delimiter_auto)}`
      ],
      options2
    );
  }
  if (options2.delimiter_auto) {
    if (options2.delimiter_auto.preferred === void 0)
      options2.delimiter_auto.preferred = {
        [",".charCodeAt(0)]: 1.8,
        ["	".charCodeAt(0)]: 1.8,
        [";".charCodeAt(0)]: 1.6,
        [" ".charCodeAt(0)]: 1.6,
        [":".charCodeAt(0)]: 1.5,
        [".".charCodeAt(0)]: 1.4,
        ["/".charCodeAt(0)]: 1.4
      };
    else if (!is_object(options2.delimiter_auto.preferred)) {
      throw new CsvError(
        "CSV_INVALID_OPTION_DELIMITER_AUTO",
        [
          "Invalid option delimiter_auto:",
          "preferred must be an object,",
          `got ${JSON.stringify(options2.delimiter_auto.preferred)}`
        ],
        options2
      );
    }
    if (options2.delimiter_auto.score === void 0)
      options2.delimiter_auto.score = (info, options3) => {
        return (info.total - info.std) * (options3.preferred[info.char_code] || 1);
      };
    else if (typeof options2.delimiter_auto.score !== "function") {
      throw new CsvError(
        "CSV_INVALID_OPTION_DELIMITER_AUTO",
        [
          "Invalid option delimiter_auto:",
          "score must be a function,",
          `got ${JSON.stringify(options2.delimiter_auto.score)}`
        ],
        options2
      );
    }
    if (options2.delimiter_auto.size === void 0)
      options2.delimiter_auto.size = 2048;
    else if (typeof options2.delimiter_auto.size !== "number") {
      throw new CsvError(
        "CSV_INVALID_OPTION_DELIMITER_AUTO",
        [
          "Invalid option delimiter_auto:",
          "size must be a number,",
          `got ${JSON.stringify(options2.delimiter_auto.size)}`
        ],
        options2
      );
    }
  }
  const delimiter_json = JSON.stringify(options2.delimiter);
  if (options2.delimiter_auto !== false) {
    options2.delimiter = [];
  }
  if (!Array.isArray(options2.delimiter)) {
    if (options2.delimiter === void 0 || options2.delimiter === null || options2.delimiter === false) {
      options2.delimiter = Buffer.from(",", options2.encoding);
    }
    options2.delimiter = [options2.delimiter];
  }
  options2.delimiter = options2.delimiter.map(function(delimiter) {
    if (typeof delimiter === "string") {
      delimiter = Buffer.from(delimiter, options2.encoding);
    }
    if (!Buffer.isBuffer(delimiter) || delimiter.length === 0) {
      throw new CsvError(
        "CSV_INVALID_OPTION_DELIMITER",
        [
          "Invalid option delimiter:",
          "delimiter must be a non empty string or buffer or array of string|buffer,",
          `got ${delimiter_json}`
        ],
        options2
      );
    }
    return delimiter;
  });
  if (options2.escape === void 0 || options2.escape === true) {
    options2.escape = Buffer.from('"', options2.encoding);
  } else if (typeof options2.escape === "string") {
    options2.escape = Buffer.from(options2.escape, options2.encoding);
  } else if (options2.escape === null || options2.escape === false) {
    options2.escape = null;
  }
  if (options2.escape !== null) {
    if (!Buffer.isBuffer(options2.escape)) {
      throw new Error(
        `Invalid Option: escape must be a buffer, a string or a boolean, got ${JSON.stringify(options2.escape)}`
      );
    }
  }
  if (options2.from === void 0 || options2.from === null) {
    options2.from = 1;
  } else {
    if (typeof options2.from === "string" && /\d+/.test(options2.from)) {
      options2.from = parseInt(options2.from);
    }
    if (Number.isInteger(options2.from)) {
      if (options2.from < 0) {
        throw new Error(
          `Invalid Option: from must be a positive integer, got ${JSON.stringify(opts.from)}`
        );
      }
    } else {
      throw new Error(
        `Invalid Option: from must be an integer, got ${JSON.stringify(options2.from)}`
      );
    }
  }
  if (options2.from_line === void 0 || options2.from_line === null) {
    options2.from_line = 1;
  } else {
    if (typeof options2.from_line === "string" && /\d+/.test(options2.from_line)) {
      options2.from_line = parseInt(options2.from_line);
    }
    if (Number.isInteger(options2.from_line)) {
      if (options2.from_line <= 0) {
        throw new Error(
          `Invalid Option: from_line must be a positive integer greater than 0, got ${JSON.stringify(opts.from_line)}`
        );
      }
    } else {
      throw new Error(
        `Invalid Option: from_line must be an integer, got ${JSON.stringify(opts.from_line)}`
      );
    }
  }
  if (options2.ignore_last_delimiters === void 0 || options2.ignore_last_delimiters === null) {
    options2.ignore_last_delimiters = false;
  } else if (typeof options2.ignore_last_delimiters === "number") {
    options2.ignore_last_delimiters = Math.floor(options2.ignore_last_delimiters);
    if (options2.ignore_last_delimiters === 0) {
      options2.ignore_last_delimiters = false;
    }
  } else if (typeof options2.ignore_last_delimiters !== "boolean") {
    throw new CsvError(
      "CSV_INVALID_OPTION_IGNORE_LAST_DELIMITERS",
      [
        "Invalid option `ignore_last_delimiters`:",
        "the value must be a boolean value or an integer,",
        `got ${JSON.stringify(options2.ignore_last_delimiters)}`
      ],
      options2
    );
  }
  if (options2.ignore_last_delimiters === true && options2.columns === false) {
    throw new CsvError(
      "CSV_IGNORE_LAST_DELIMITERS_REQUIRES_COLUMNS",
      [
        "The option `ignore_last_delimiters`",
        "requires the activation of the `columns` option"
      ],
      options2
    );
  }
  if (options2.info === void 0 || options2.info === null || options2.info === false) {
    options2.info = false;
  } else if (options2.info !== true) {
    throw new Error(
      `Invalid Option: info must be true, got ${JSON.stringify(options2.info)}`
    );
  }
  if (options2.max_record_size === void 0 || options2.max_record_size === null || options2.max_record_size === false) {
    options2.max_record_size = 0;
  } else if (Number.isInteger(options2.max_record_size) && options2.max_record_size >= 0) {
  } else if (typeof options2.max_record_size === "string" && /\d+/.test(options2.max_record_size)) {
    options2.max_record_size = parseInt(options2.max_record_size);
  } else {
    throw new Error(
      `Invalid Option: max_record_size must be a positive integer, got ${JSON.stringify(options2.max_record_size)}`
    );
  }
  if (options2.objname === void 0 || options2.objname === null || options2.objname === false) {
    options2.objname = void 0;
  } else if (Buffer.isBuffer(options2.objname)) {
    if (options2.objname.length === 0) {
      throw new Error(`Invalid Option: objname must be a non empty buffer`);
    }
    if (options2.encoding === null) {
    } else {
      options2.objname = options2.objname.toString(options2.encoding);
    }
  } else if (typeof options2.objname === "string") {
    if (options2.objname.length === 0) {
      throw new Error(`Invalid Option: objname must be a non empty string`);
    }
  } else if (typeof options2.objname === "number") {
  } else {
    throw new Error(
      `Invalid Option: objname must be a string or a buffer, got ${options2.objname}`
    );
  }
  if (options2.objname !== void 0) {
    if (typeof options2.objname === "number") {
      if (options2.columns !== false) {
        throw Error(
          "Invalid Option: objname index cannot be combined with columns or be defined as a field"
        );
      }
    } else {
      if (options2.columns === false) {
        throw Error(
          "Invalid Option: objname field must be combined with columns or be defined as an index"
        );
      }
    }
  }
  if (options2.on_record === void 0 || options2.on_record === null) {
    options2.on_record = void 0;
  } else if (typeof options2.on_record !== "function") {
    throw new CsvError(
      "CSV_INVALID_OPTION_ON_RECORD",
      [
        "Invalid option `on_record`:",
        "expect a function,",
        `got ${JSON.stringify(options2.on_record)}`
      ],
      options2
    );
  }
  if (options2.on_skip !== void 0 && options2.on_skip !== null && typeof options2.on_skip !== "function") {
    throw new Error(
      `Invalid Option: on_skip must be a function, got ${JSON.stringify(options2.on_skip)}`
    );
  }
  if (options2.quote === null || options2.quote === false || options2.quote === "") {
    options2.quote = null;
  } else {
    if (options2.quote === void 0 || options2.quote === true) {
      options2.quote = Buffer.from('"', options2.encoding);
    } else if (typeof options2.quote === "string") {
      options2.quote = Buffer.from(options2.quote, options2.encoding);
    }
    if (!Buffer.isBuffer(options2.quote)) {
      throw new Error(
        `Invalid Option: quote must be a buffer or a string, got ${JSON.stringify(options2.quote)}`
      );
    }
  }
  if (options2.raw === void 0 || options2.raw === null || options2.raw === false) {
    options2.raw = false;
  } else if (options2.raw !== true) {
    throw new Error(
      `Invalid Option: raw must be true, got ${JSON.stringify(options2.raw)}`
    );
  }
  if (options2.record_delimiter === void 0) {
    options2.record_delimiter = [];
  } else if (typeof options2.record_delimiter === "string" || Buffer.isBuffer(options2.record_delimiter)) {
    if (options2.record_delimiter.length === 0) {
      throw new CsvError(
        "CSV_INVALID_OPTION_RECORD_DELIMITER",
        [
          "Invalid option `record_delimiter`:",
          "value must be a non empty string or buffer,",
          `got ${JSON.stringify(options2.record_delimiter)}`
        ],
        options2
      );
    }
    options2.record_delimiter = [options2.record_delimiter];
  } else if (!Array.isArray(options2.record_delimiter)) {
    throw new CsvError(
      "CSV_INVALID_OPTION_RECORD_DELIMITER",
      [
        "Invalid option `record_delimiter`:",
        "value must be a string, a buffer or array of string|buffer,",
        `got ${JSON.stringify(options2.record_delimiter)}`
      ],
      options2
    );
  }
  options2.record_delimiter = options2.record_delimiter.map(function(rd, i) {
    if (typeof rd !== "string" && !Buffer.isBuffer(rd)) {
      throw new CsvError(
        "CSV_INVALID_OPTION_RECORD_DELIMITER",
        [
          "Invalid option `record_delimiter`:",
          "value must be a string, a buffer or array of string|buffer",
          `at index ${i},`,
          `got ${JSON.stringify(rd)}`
        ],
        options2
      );
    } else if (rd.length === 0) {
      throw new CsvError(
        "CSV_INVALID_OPTION_RECORD_DELIMITER",
        [
          "Invalid option `record_delimiter`:",
          "value must be a non empty string or buffer",
          `at index ${i},`,
          `got ${JSON.stringify(rd)}`
        ],
        options2
      );
    }
    if (typeof rd === "string") {
      rd = Buffer.from(rd, options2.encoding);
    }
    return rd;
  });
  if (typeof options2.relax_column_count === "boolean") {
  } else if (options2.relax_column_count === void 0 || options2.relax_column_count === null) {
    options2.relax_column_count = false;
  } else {
    throw new Error(
      `Invalid Option: relax_column_count must be a boolean, got ${JSON.stringify(options2.relax_column_count)}`
    );
  }
  if (typeof options2.relax_column_count_less === "boolean") {
  } else if (options2.relax_column_count_less === void 0 || options2.relax_column_count_less === null) {
    options2.relax_column_count_less = false;
  } else {
    throw new Error(
      `Invalid Option: relax_column_count_less must be a boolean, got ${JSON.stringify(options2.relax_column_count_less)}`
    );
  }
  if (typeof options2.relax_column_count_more === "boolean") {
  } else if (options2.relax_column_count_more === void 0 || options2.relax_column_count_more === null) {
    options2.relax_column_count_more = false;
  } else {
    throw new Error(
      `Invalid Option: relax_column_count_more must be a boolean, got ${JSON.stringify(options2.relax_column_count_more)}`
    );
  }
  if (typeof options2.relax_quotes === "boolean") {
  } else if (options2.relax_quotes === void 0 || options2.relax_quotes === null) {
    options2.relax_quotes = false;
  } else {
    throw new Error(
      `Invalid Option: relax_quotes must be a boolean, got ${JSON.stringify(options2.relax_quotes)}`
    );
  }
  if (typeof options2.skip_empty_lines === "boolean") {
  } else if (options2.skip_empty_lines === void 0 || options2.skip_empty_lines === null) {
    options2.skip_empty_lines = false;
  } else {
    throw new Error(
      `Invalid Option: skip_empty_lines must be a boolean, got ${JSON.stringify(options2.skip_empty_lines)}`
    );
  }
  if (typeof options2.skip_records_with_empty_values === "boolean") {
  } else if (options2.skip_records_with_empty_values === void 0 || options2.skip_records_with_empty_values === null) {
    options2.skip_records_with_empty_values = false;
  } else {
    throw new Error(
      `Invalid Option: skip_records_with_empty_values must be a boolean, got ${JSON.stringify(options2.skip_records_with_empty_values)}`
    );
  }
  if (typeof options2.skip_records_with_error === "boolean") {
  } else if (options2.skip_records_with_error === void 0 || options2.skip_records_with_error === null) {
    options2.skip_records_with_error = false;
  } else {
    throw new Error(
      `Invalid Option: skip_records_with_error must be a boolean, got ${JSON.stringify(options2.skip_records_with_error)}`
    );
  }
  if (options2.rtrim === void 0 || options2.rtrim === null || options2.rtrim === false) {
    options2.rtrim = false;
  } else if (options2.rtrim !== true) {
    throw new Error(
      `Invalid Option: rtrim must be a boolean, got ${JSON.stringify(options2.rtrim)}`
    );
  }
  if (options2.ltrim === void 0 || options2.ltrim === null || options2.ltrim === false) {
    options2.ltrim = false;
  } else if (options2.ltrim !== true) {
    throw new Error(
      `Invalid Option: ltrim must be a boolean, got ${JSON.stringify(options2.ltrim)}`
    );
  }
  if (options2.trim === void 0 || options2.trim === null || options2.trim === false) {
    options2.trim = false;
  } else if (options2.trim !== true) {
    throw new Error(
      `Invalid Option: trim must be a boolean, got ${JSON.stringify(options2.trim)}`
    );
  }
  if (options2.trim === true && opts.ltrim !== false) {
    options2.ltrim = true;
  } else if (options2.ltrim !== true) {
    options2.ltrim = false;
  }
  if (options2.trim === true && opts.rtrim !== false) {
    options2.rtrim = true;
  } else if (options2.rtrim !== true) {
    options2.rtrim = false;
  }
  if (options2.to === void 0 || options2.to === null) {
    options2.to = -1;
  } else if (options2.to !== -1) {
    if (typeof options2.to === "string" && /\d+/.test(options2.to)) {
      options2.to = parseInt(options2.to);
    }
    if (Number.isInteger(options2.to)) {
      if (options2.to <= 0) {
        throw new Error(
          `Invalid Option: to must be a positive integer greater than 0, got ${JSON.stringify(opts.to)}`
        );
      }
    } else {
      throw new Error(
        `Invalid Option: to must be an integer, got ${JSON.stringify(opts.to)}`
      );
    }
  }
  if (options2.to_line === void 0 || options2.to_line === null) {
    options2.to_line = -1;
  } else if (options2.to_line !== -1) {
    if (typeof options2.to_line === "string" && /\d+/.test(options2.to_line)) {
      options2.to_line = parseInt(options2.to_line);
    }
    if (Number.isInteger(options2.to_line)) {
      if (options2.to_line <= 0) {
        throw new Error(
          `Invalid Option: to_line must be a positive integer greater than 0, got ${JSON.stringify(opts.to_line)}`
        );
      }
    } else {
      throw new Error(
        `Invalid Option: to_line must be an integer, got ${JSON.stringify(opts.to_line)}`
      );
    }
  }
  return options2;
};

// ../../node_modules/csv-parse/lib/utils/delimiter_discover.js
var delimiter_discover = function(records, options2) {
  if (!options2) {
    ({ delimiter_auto: options2 } = normalize_options({ delimiter_auto: true }));
  }
  if (typeof records === "string") {
    records = Buffer.from(records);
  }
  if (Buffer.isBuffer(records)) {
    records = ((data) => {
      const records2 = [];
      const parser = transform({ delimiter: [] });
      const push = (record) => records2.push(record);
      const close = () => {
      };
      const error = parser.parse(data, true, push, close);
      if (error !== void 0) throw error;
      return records2;
    })(records);
  }
  const info = Array(127).fill().map(() => ({ lines: [] }));
  records.map(([record], line) => {
    for (let i = 0, l = record.length; i < l; i++) {
      const code = record.charCodeAt(i);
      if (info[code].lines[line] === void 0) info[code].lines[line] = 0;
      info[code].lines[line]++;
    }
  });
  info.map((info2, i) => {
    info2.char_code = i;
    info2.std = std(info2.lines);
    info2.total = info2.lines.reduce((acc, val) => acc + val, 0);
    info2.preferred = !!options2.preferred[i];
    info2.score = options2.score(info2, options2);
  });
  const result = info.reduce(
    (acc, info2) => acc.score > info2.score ? acc : info2,
    {}
  );
  return String.fromCharCode(result.char_code);
};
var std = function(array) {
  const n = array.length;
  if (n === 0) return 0;
  const mean = array.reduce((a, b) => a + b) / n;
  return Math.sqrt(
    array.map((x) => Math.pow(x - mean, 2)).reduce((a, b) => a + b) / n
  );
};

// ../../node_modules/csv-parse/lib/api/index.js
var isRecordEmpty = function(record) {
  return record.every(
    (field) => field == null || field.toString && field.toString().trim() === ""
  );
};
var cr = 13;
var nl = 10;
var boms = {
  // Note, the following are equals:
  // Buffer.from("\ufeff")
  // Buffer.from([239, 187, 191])
  // Buffer.from('EFBBBF', 'hex')
  utf8: Buffer.from([239, 187, 191]),
  // Note, the following are equals:
  // Buffer.from "\ufeff", 'utf16le
  // Buffer.from([255, 254])
  utf16le: Buffer.from([255, 254])
};
var transform = function(original_options = {}) {
  const info = {
    bytes: 0,
    bytes_records: 0,
    comment_lines: 0,
    empty_lines: 0,
    invalid_field_length: 0,
    lines: 1,
    records: 0
  };
  const options2 = normalize_options(original_options);
  return {
    info,
    original_options,
    options: options2,
    state: init_state(options2),
    __needMoreData: function(i, bufLen, end) {
      if (end) return false;
      const { encoding, escape, quote } = this.options;
      const { quoting, needMoreDataSize, recordDelimiterMaxLength } = this.state;
      const numOfCharLeft = bufLen - i - 1;
      const requiredLength = Math.max(
        needMoreDataSize,
        // Skip if the remaining buffer smaller than record delimiter
        // If "record_delimiter" is yet to be discovered:
        // 1. It is equals to `[]` and "recordDelimiterMaxLength" equals `0`
        // 2. We set the length to windows line ending in the current encoding
        // Note, that encoding is known from user or bom discovery at that point
        // recordDelimiterMaxLength,
        recordDelimiterMaxLength === 0 ? Buffer.from("\r\n", encoding).length : recordDelimiterMaxLength,
        // Skip if remaining buffer can be an escaped quote
        quoting ? (escape === null ? 0 : escape.length) + quote.length : 0,
        // Skip if remaining buffer can be record delimiter following the closing quote
        quoting ? quote.length + recordDelimiterMaxLength : 0
      );
      return numOfCharLeft < requiredLength;
    },
    // Central parser implementation
    parse: function(nextBuf, end, push, close) {
      const {
        bom,
        comment_no_infix,
        delimiter_auto,
        encoding,
        from_line,
        ltrim,
        max_record_size,
        raw: raw2,
        relax_quotes,
        rtrim,
        skip_empty_lines,
        to,
        to_line
      } = this.options;
      let { comment, escape, quote, record_delimiter } = this.options;
      const {
        bomSkipped,
        delimiterDiscovered,
        delimiterBufPrevious,
        rawBuffer,
        escapeIsQuote
      } = this.state;
      if (!delimiterDiscovered && delimiter_auto) {
        let delimiterBuf;
        if (delimiterBufPrevious === void 0) {
          delimiterBuf = nextBuf;
        } else if (delimiterBufPrevious !== void 0 && nextBuf === void 0) {
          delimiterBuf = delimiterBufPrevious;
        } else {
          delimiterBuf = Buffer.concat([delimiterBufPrevious, nextBuf]);
        }
        nextBuf = void 0;
        if (end || delimiterBuf.length > delimiter_auto.size) {
          this.options.delimiter = [
            Buffer.from(
              delimiter_discover(delimiterBuf, this.options.delimiter_auto)
            )
          ];
          this.state.previousBuf = delimiterBuf;
          this.state.delimiterBufPrevious = void 0;
          this.state.delimiterDiscovered = true;
        } else {
          this.state.delimiterBufPrevious = delimiterBuf;
          return;
        }
      }
      const { previousBuf } = this.state;
      let buf;
      if (previousBuf === void 0) {
        if (nextBuf === void 0) {
          close();
          return;
        } else {
          buf = nextBuf;
        }
      } else if (previousBuf !== void 0 && nextBuf === void 0) {
        buf = previousBuf;
      } else {
        buf = Buffer.concat([previousBuf, nextBuf]);
      }
      if (bomSkipped === false) {
        if (bom === false) {
          this.state.bomSkipped = true;
        } else if (buf.length < 3) {
          if (end === false) {
            this.state.previousBuf = buf;
            return;
          }
        } else {
          for (const encoding2 in boms) {
            if (boms[encoding2].compare(buf, 0, boms[encoding2].length) === 0) {
              const bomLength = boms[encoding2].length;
              this.state.bufBytesStart += bomLength;
              buf = buf.slice(bomLength);
              const options3 = normalize_options({
                ...this.original_options,
                encoding: encoding2
              });
              for (const key in options3) {
                this.options[key] = options3[key];
              }
              ({ comment, escape, quote } = this.options);
              break;
            }
          }
          this.state.bomSkipped = true;
        }
      }
      const bufLen = buf.length;
      let pos;
      for (pos = 0; pos < bufLen; pos++) {
        if (this.__needMoreData(pos, bufLen, end)) {
          break;
        }
        if (this.state.wasRowDelimiter === true) {
          this.info.lines++;
          this.state.wasRowDelimiter = false;
        }
        if (to_line !== -1 && this.info.lines > to_line) {
          this.state.stop = true;
          close();
          return;
        }
        if (this.state.quoting === false && record_delimiter.length === 0) {
          const record_delimiterCount = this.__autoDiscoverRecordDelimiter(
            buf,
            pos
          );
          if (record_delimiterCount) {
            record_delimiter = this.options.record_delimiter;
          }
        }
        const chr = buf[pos];
        if (raw2 === true) {
          rawBuffer.append(chr);
        }
        if ((chr === cr || chr === nl) && this.state.wasRowDelimiter === false) {
          this.state.wasRowDelimiter = true;
        }
        if (this.state.escaping === true) {
          this.state.escaping = false;
        } else {
          if (escape !== null && this.state.quoting === true && this.__isEscape(buf, pos, chr) && pos + escape.length < bufLen) {
            if (escapeIsQuote) {
              if (this.__isQuote(buf, pos + escape.length)) {
                this.state.escaping = true;
                pos += escape.length - 1;
                continue;
              }
            } else {
              this.state.escaping = true;
              pos += escape.length - 1;
              continue;
            }
          }
          if (this.state.commenting === false && this.__isQuote(buf, pos)) {
            if (this.state.quoting === true) {
              const nextChr = buf[pos + quote.length];
              const isNextChrTrimable = rtrim && this.__isCharTrimable(buf, pos + quote.length);
              const isNextChrComment = comment !== null && this.__compareBytes(comment, buf, pos + quote.length, nextChr);
              const isNextChrDelimiter = this.__isDelimiter(
                buf,
                pos + quote.length,
                nextChr
              );
              const isNextChrRecordDelimiter = record_delimiter.length === 0 ? this.__autoDiscoverRecordDelimiter(buf, pos + quote.length) : this.__isRecordDelimiter(nextChr, buf, pos + quote.length);
              if (escape !== null && this.__isEscape(buf, pos, chr) && this.__isQuote(buf, pos + escape.length)) {
                pos += escape.length - 1;
              } else if (!nextChr || isNextChrDelimiter || isNextChrRecordDelimiter || isNextChrComment || isNextChrTrimable) {
                this.state.quoting = false;
                this.state.wasQuoting = true;
                pos += quote.length - 1;
                continue;
              } else if (relax_quotes === false) {
                const err2 = this.__error(
                  new CsvError(
                    "CSV_INVALID_CLOSING_QUOTE",
                    [
                      "Invalid Closing Quote:",
                      `got "${String.fromCharCode(nextChr)}"`,
                      `at line ${this.info.lines}`,
                      "instead of delimiter, record delimiter, trimable character",
                      "(if activated) or comment"
                    ],
                    this.options,
                    this.__infoField()
                  )
                );
                if (err2 !== void 0) return err2;
              } else {
                this.state.quoting = false;
                this.state.wasQuoting = true;
                this.state.field.prepend(quote);
                pos += quote.length - 1;
              }
            } else {
              if (this.state.field.length !== 0) {
                if (relax_quotes === false) {
                  const info2 = this.__infoField();
                  const bom2 = Object.keys(boms).map(
                    (b) => boms[b].equals(this.state.field.toString()) ? b : false
                  ).filter(Boolean)[0];
                  const err2 = this.__error(
                    new CsvError(
                      "INVALID_OPENING_QUOTE",
                      [
                        "Invalid Opening Quote:",
                        `a quote is found on field ${JSON.stringify(info2.column)} at line ${info2.lines}, value is ${JSON.stringify(this.state.field.toString(encoding))}`,
                        bom2 ? `(${bom2} bom)` : void 0
                      ],
                      this.options,
                      info2,
                      {
                        field: this.state.field
                      }
                    )
                  );
                  if (err2 !== void 0) return err2;
                }
              } else {
                this.state.quoting = true;
                pos += quote.length - 1;
                continue;
              }
            }
          }
          if (this.state.quoting === false) {
            const recordDelimiterLength = this.__isRecordDelimiter(
              chr,
              buf,
              pos
            );
            if (recordDelimiterLength !== 0) {
              const skipCommentLine = this.state.commenting && this.state.wasQuoting === false && this.state.record.length === 0 && this.state.field.length === 0;
              if (skipCommentLine) {
                this.info.comment_lines++;
              } else {
                if (this.state.enabled === false && this.info.lines + (this.state.wasRowDelimiter === true ? 1 : 0) >= from_line) {
                  this.state.enabled = true;
                  this.__resetField();
                  this.__resetRecord();
                  pos += recordDelimiterLength - 1;
                  continue;
                }
                if (skip_empty_lines === true && this.state.wasQuoting === false && this.state.record.length === 0 && this.state.field.length === 0) {
                  this.info.empty_lines++;
                  pos += recordDelimiterLength - 1;
                  continue;
                }
                this.info.bytes = this.state.bufBytesStart + pos;
                const errField = this.__onField();
                if (errField !== void 0) return errField;
                this.info.bytes = this.state.bufBytesStart + pos + recordDelimiterLength;
                const errRecord = this.__onRecord(push);
                if (errRecord !== void 0) return errRecord;
                if (to !== -1 && this.info.records >= to) {
                  this.state.stop = true;
                  close();
                  return;
                }
              }
              this.state.commenting = false;
              pos += recordDelimiterLength - 1;
              continue;
            }
            if (this.state.commenting) {
              continue;
            }
            if (comment !== null && (comment_no_infix === false || this.state.record.length === 0 && this.state.field.length === 0)) {
              const commentCount = this.__compareBytes(comment, buf, pos, chr);
              if (commentCount !== 0) {
                this.state.commenting = true;
                continue;
              }
            }
            const delimiterLength = this.__isDelimiter(buf, pos, chr);
            if (delimiterLength !== 0) {
              this.info.bytes = this.state.bufBytesStart + pos;
              const errField = this.__onField();
              if (errField !== void 0) return errField;
              pos += delimiterLength - 1;
              continue;
            }
          }
        }
        if (this.state.commenting === false) {
          if (max_record_size !== 0 && this.state.record_length + this.state.field.length > max_record_size) {
            return this.__error(
              new CsvError(
                "CSV_MAX_RECORD_SIZE",
                [
                  "Max Record Size:",
                  "record exceed the maximum number of tolerated bytes",
                  `of ${max_record_size}`,
                  `at line ${this.info.lines}`
                ],
                this.options,
                this.__infoField()
              )
            );
          }
        }
        const lappend = ltrim === false || this.state.quoting === true || this.state.field.length !== 0 || !this.__isCharTrimable(buf, pos);
        const rappend = rtrim === false || this.state.wasQuoting === false;
        if (lappend === true && rappend === true) {
          this.state.field.append(chr);
        } else if (rtrim === true && !this.__isCharTrimable(buf, pos)) {
          return this.__error(
            new CsvError(
              "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE",
              [
                "Invalid Closing Quote:",
                "found non trimable byte after quote",
                `at line ${this.info.lines}`
              ],
              this.options,
              this.__infoField()
            )
          );
        } else {
          if (lappend === false) {
            pos += this.__isCharTrimable(buf, pos) - 1;
          }
          continue;
        }
      }
      if (end === true) {
        if (this.state.quoting === true) {
          const err2 = this.__error(
            new CsvError(
              "CSV_QUOTE_NOT_CLOSED",
              [
                "Quote Not Closed:",
                `the parsing is finished with an opening quote at line ${this.info.lines}`
              ],
              this.options,
              this.__infoField()
            )
          );
          if (err2 !== void 0) return err2;
        } else {
          if (this.state.wasQuoting === true || this.state.record.length !== 0 || this.state.field.length !== 0) {
            this.info.bytes = this.state.bufBytesStart + pos;
            const errField = this.__onField();
            if (errField !== void 0) return errField;
            const errRecord = this.__onRecord(push);
            if (errRecord !== void 0) return errRecord;
          } else if (this.state.wasRowDelimiter === true) {
            this.info.empty_lines++;
          } else if (this.state.commenting === true) {
            this.info.comment_lines++;
          }
        }
      } else {
        this.state.bufBytesStart += pos;
        this.state.previousBuf = buf.slice(pos);
      }
      if (this.state.wasRowDelimiter === true) {
        this.info.lines++;
        this.state.wasRowDelimiter = false;
      }
    },
    __onRecord: function(push) {
      const {
        columns,
        group_columns_by_name,
        encoding,
        info: info2,
        from,
        relax_column_count,
        relax_column_count_less,
        relax_column_count_more,
        raw: raw2,
        skip_records_with_empty_values
      } = this.options;
      const { enabled, record } = this.state;
      if (enabled === false) {
        return this.__resetRecord();
      }
      const recordLength = record.length;
      if (columns === true) {
        if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
          this.__resetRecord();
          return;
        }
        return this.__firstLineToColumns(record);
      }
      if (columns === false && this.info.records === 0) {
        this.state.expectedRecordLength = recordLength;
      }
      if (recordLength !== this.state.expectedRecordLength) {
        const err2 = columns === false ? new CsvError(
          "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH",
          [
            "Invalid Record Length:",
            `expect ${this.state.expectedRecordLength},`,
            `got ${recordLength} on line ${this.info.lines}`
          ],
          this.options,
          this.__infoField(),
          {
            record
          }
        ) : new CsvError(
          "CSV_RECORD_INCONSISTENT_COLUMNS",
          [
            "Invalid Record Length:",
            `columns length is ${columns.length},`,
            // rename columns
            `got ${recordLength} on line ${this.info.lines}`
          ],
          this.options,
          this.__infoField(),
          {
            record
          }
        );
        if (relax_column_count === true || relax_column_count_less === true && recordLength < this.state.expectedRecordLength || relax_column_count_more === true && recordLength > this.state.expectedRecordLength) {
          this.info.invalid_field_length++;
          this.state.error = err2;
        } else {
          const finalErr = this.__error(err2);
          if (finalErr) return finalErr;
        }
      }
      if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
        this.__resetRecord();
        return;
      }
      if (this.state.recordHasError === true) {
        this.__resetRecord();
        this.state.recordHasError = false;
        return;
      }
      this.info.records++;
      if (from === 1 || this.info.records >= from) {
        const { objname } = this.options;
        if (columns !== false) {
          const obj = {};
          for (let i = 0, l = record.length; i < l; i++) {
            if (columns[i] === void 0 || columns[i].disabled) continue;
            if (group_columns_by_name === true && Object.hasOwn(obj, columns[i].name)) {
              if (Array.isArray(obj[columns[i].name])) {
                obj[columns[i].name] = obj[columns[i].name].concat(record[i]);
              } else {
                obj[columns[i].name] = [obj[columns[i].name], record[i]];
              }
            } else {
              Object.defineProperty(obj, columns[i].name, {
                value: record[i],
                enumerable: true,
                writable: true,
                configurable: true
              });
            }
          }
          if (raw2 === true || info2 === true) {
            const extRecord = Object.assign(
              { record: obj },
              raw2 === true ? { raw: this.state.rawBuffer.toString(encoding) } : {},
              info2 === true ? { info: this.__infoRecord() } : {}
            );
            const err2 = this.__push(
              objname === void 0 ? extRecord : [obj[objname], extRecord],
              push
            );
            if (err2) {
              return err2;
            }
          } else {
            const err2 = this.__push(
              objname === void 0 ? obj : [obj[objname], obj],
              push
            );
            if (err2) {
              return err2;
            }
          }
        } else {
          if (raw2 === true || info2 === true) {
            const extRecord = Object.assign(
              { record },
              raw2 === true ? { raw: this.state.rawBuffer.toString(encoding) } : {},
              info2 === true ? { info: this.__infoRecord() } : {}
            );
            const err2 = this.__push(
              objname === void 0 ? extRecord : [record[objname], extRecord],
              push
            );
            if (err2) {
              return err2;
            }
          } else {
            const err2 = this.__push(
              objname === void 0 ? record : [record[objname], record],
              push
            );
            if (err2) {
              return err2;
            }
          }
        }
      }
      this.__resetRecord();
    },
    __firstLineToColumns: function(record) {
      const { firstLineToHeaders } = this.state;
      try {
        const headers = firstLineToHeaders === void 0 ? record : firstLineToHeaders.call(null, record);
        if (!Array.isArray(headers)) {
          return this.__error(
            new CsvError(
              "CSV_INVALID_COLUMN_MAPPING",
              [
                "Invalid Column Mapping:",
                "expect an array from column function,",
                `got ${JSON.stringify(headers)}`
              ],
              this.options,
              this.__infoField(),
              {
                headers
              }
            )
          );
        }
        const normalizedHeaders = normalize_columns_array(headers);
        this.state.expectedRecordLength = normalizedHeaders.length;
        this.options.columns = normalizedHeaders;
        this.__resetRecord();
        return;
      } catch (err2) {
        return err2;
      }
    },
    __resetRecord: function() {
      if (this.options.raw === true) {
        this.state.rawBuffer.reset();
      }
      this.state.error = void 0;
      this.state.record = [];
      this.state.record_length = 0;
    },
    __onField: function() {
      const { cast, encoding, rtrim, max_record_size } = this.options;
      const { enabled, wasQuoting } = this.state;
      if (enabled === false) {
        return this.__resetField();
      }
      let field = this.state.field.toString(encoding);
      if (rtrim === true && wasQuoting === false) {
        field = field.trimRight();
      }
      if (cast === true) {
        const [err2, f] = this.__cast(field);
        if (err2 !== void 0) return err2;
        field = f;
      }
      this.state.record.push(field);
      if (max_record_size !== 0 && typeof field === "string") {
        this.state.record_length += field.length;
      }
      this.__resetField();
    },
    __resetField: function() {
      this.state.field.reset();
      this.state.wasQuoting = false;
    },
    __push: function(record, push) {
      const { on_record } = this.options;
      if (on_record !== void 0) {
        const info2 = this.__infoRecord();
        try {
          record = on_record.call(null, record, info2);
        } catch (err2) {
          return err2;
        }
        if (record === void 0 || record === null) {
          return;
        }
      }
      this.info.bytes_records += this.info.bytes;
      push(record);
    },
    // Return a tuple with the error and the casted value
    __cast: function(field) {
      const { columns, relax_column_count } = this.options;
      const isColumns = Array.isArray(columns);
      if (isColumns === true && relax_column_count && this.options.columns.length <= this.state.record.length) {
        return [void 0, void 0];
      }
      if (this.state.castField !== null) {
        try {
          const info2 = this.__infoField();
          return [void 0, this.state.castField.call(null, field, info2)];
        } catch (err2) {
          return [err2];
        }
      }
      if (this.__isFloat(field)) {
        return [void 0, parseFloat(field)];
      } else if (this.options.cast_date !== false) {
        const info2 = this.__infoField();
        return [void 0, this.options.cast_date.call(null, field, info2)];
      }
      return [void 0, field];
    },
    __compareBytes: function(sourceBuf, targetBuf, targetPos, firstByte) {
      if (sourceBuf[0] !== firstByte) return 0;
      const sourceLength = sourceBuf.length;
      for (let i = 1; i < sourceLength; i++) {
        if (sourceBuf[i] !== targetBuf[targetPos + i]) return 0;
      }
      return sourceLength;
    },
    // Helper to test if a character is trimable
    __isCharTrimable: function(buf, pos) {
      const { timchars, timcharFirstBytes } = this.state;
      const first = buf[pos];
      if (first === void 0 || timcharFirstBytes[first] === 0) return 0;
      loop1: for (let i = 0; i < timchars.length; i++) {
        const timchar = timchars[i];
        for (let j = 0; j < timchar.length; j++) {
          if (timchar[j] !== buf[pos + j]) continue loop1;
        }
        return timchar.length;
      }
      return 0;
    },
    __isDelimiter: function(buf, pos, chr) {
      const { delimiter, ignore_last_delimiters } = this.options;
      if (ignore_last_delimiters === true && this.state.record.length === this.options.columns.length - 1) {
        return 0;
      } else if (ignore_last_delimiters !== false && typeof ignore_last_delimiters === "number" && this.state.record.length === ignore_last_delimiters - 1) {
        return 0;
      }
      loop1: for (let i = 0; i < delimiter.length; i++) {
        const del = delimiter[i];
        if (del[0] === chr) {
          for (let j = 1; j < del.length; j++) {
            if (del[j] !== buf[pos + j]) continue loop1;
          }
          return del.length;
        }
      }
      return 0;
    },
    __isEscape: function(buf, pos, chr) {
      const { escape } = this.options;
      if (escape === null) return false;
      const l = escape.length;
      if (escape[0] === chr) {
        for (let i = 0; i < l; i++) {
          if (escape[i] !== buf[pos + i]) {
            return false;
          }
        }
        return true;
      }
      return false;
    },
    __isFloat: function(value) {
      return value - parseFloat(value) + 1 >= 0;
    },
    // Keep it in case we implement the `cast_int` option
    // __isInt(value){
    //   // return Number.isInteger(parseInt(value))
    //   // return !isNaN( parseInt( obj ) );
    //   return /^(\-|\+)?[1-9][0-9]*$/.test(value)
    // }
    __isQuote: function(buf, pos) {
      const { quote } = this.options;
      if (quote === null) return false;
      const l = quote.length;
      for (let i = 0; i < l; i++) {
        if (quote[i] !== buf[pos + i]) {
          return false;
        }
      }
      return true;
    },
    __isRecordDelimiter: function(chr, buf, pos) {
      const { record_delimiter } = this.options;
      const recordDelimiterLength = record_delimiter.length;
      loop1: for (let i = 0; i < recordDelimiterLength; i++) {
        const rd = record_delimiter[i];
        const rdLength = rd.length;
        if (rd[0] !== chr) {
          continue;
        }
        for (let j = 1; j < rdLength; j++) {
          if (rd[j] !== buf[pos + j]) {
            continue loop1;
          }
        }
        return rd.length;
      }
      return 0;
    },
    __autoDiscoverRecordDelimiter: function(buf, pos) {
      const { encoding } = this.options;
      const rds = [
        // Important, the windows line ending must be before mac os 9
        Buffer.from("\r\n", encoding),
        Buffer.from("\n", encoding),
        Buffer.from("\r", encoding)
      ];
      loop: for (let i = 0; i < rds.length; i++) {
        const l = rds[i].length;
        for (let j = 0; j < l; j++) {
          if (rds[i][j] !== buf[pos + j]) {
            continue loop;
          }
        }
        this.options.record_delimiter.push(rds[i]);
        this.state.recordDelimiterMaxLength = rds[i].length;
        return rds[i].length;
      }
      return 0;
    },
    __error: function(msg) {
      const { encoding, raw: raw2, skip_records_with_error } = this.options;
      const err2 = typeof msg === "string" ? new Error(msg) : msg;
      if (skip_records_with_error) {
        this.state.recordHasError = true;
        if (this.options.on_skip !== void 0) {
          try {
            this.options.on_skip(
              err2,
              raw2 ? this.state.rawBuffer.toString(encoding) : void 0
            );
          } catch (err3) {
            return err3;
          }
        }
        return void 0;
      } else {
        return err2;
      }
    },
    __infoDataSet: function() {
      return {
        ...this.info,
        columns: this.options.columns
      };
    },
    __infoRecord: function() {
      const { columns, raw: raw2, encoding } = this.options;
      return {
        ...this.__infoDataSet(),
        bytes_records: this.info.bytes,
        error: this.state.error,
        header: columns === true,
        index: this.state.record.length,
        raw: raw2 ? this.state.rawBuffer.toString(encoding) : void 0
      };
    },
    __infoField: function() {
      const { columns } = this.options;
      const isColumns = Array.isArray(columns);
      const bytes_records = this.info.bytes_records;
      return {
        ...this.__infoRecord(),
        bytes_records,
        column: isColumns === true ? columns.length > this.state.record.length ? columns[this.state.record.length].name : null : this.state.record.length,
        quoting: this.state.wasQuoting
      };
    }
  };
};

// ../../node_modules/csv-parse/lib/sync.js
var parse = function(data, opts = {}) {
  if (typeof data === "string") {
    data = Buffer.from(data);
  }
  const records = opts && opts.objname ? /* @__PURE__ */ Object.create(null) : [];
  const parser = transform(opts);
  const push = (record) => {
    if (parser.options.objname === void 0) records.push(record);
    else {
      records[record[0]] = record[1];
    }
  };
  const close = () => {
  };
  const error = parser.parse(data, true, push, close);
  if (error !== void 0) throw error;
  return records;
};

// src/import/formats/generic.ts
async function readGenericJson(file, map) {
  const place = new Place(file.path);
  const document = await file.json();
  const at = Array.isArray(document) ? { place, items: document } : itemsOf(place, document, map);
  return rows(
    at.items.map((item, i) => [at.place.at(i), item]),
    map
  );
}
async function readGenericCsv(file, map) {
  const place = new Place(file.path);
  let records;
  try {
    records = parse(await file.text(), {
      bom: true,
      columns: (header) => onceEach(place, header),
      skip_empty_lines: true,
      max_record_size: 1024 * 1024,
      to: 100001
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw place.refuse(`is not CSV: ${error.message}`);
  }
  if (records.length > 1e5) throw place.refuse("has more than 100,000 rows");
  return rows(
    records.map((record, i) => [place.at(`row ${i + 2}`), record]),
    map
  );
}
function onceEach(place, header) {
  const twice = header.find((column, i) => column !== "" && header.indexOf(column) !== i);
  if (twice !== void 0) throw place.refuse(`has the column ${JSON.stringify(twice)} twice`);
  return header;
}
function itemsOf(place, document, map) {
  const object = place.object(document);
  const names = map.items === void 0 ? ["evaluations", "results"] : [map.items];
  for (const name of names) {
    const value = pick(object, name);
    if (value !== void 0) return { place: place.at(name), items: place.at(name).array(value) };
  }
  throw place.refuse(`has no list under ${names.join(" or ")}: name it as "items" in the map`);
}
function rows(found, map) {
  const notes = [];
  const times = [];
  const unmeasured = [];
  const measurements = found.flatMap(
    ([place, value]) => measured2(place, place.object(value), map, unmeasured, times)
  );
  for (const { metric } of unmeasured) notes.push(`${metric} was left out: it has no value`);
  const latest = times.reduce(
    (max, at) => max === void 0 || at > max ? at : max,
    void 0
  );
  return { tool: "custom", evaluatedAt: latest, subject: {}, measurements, unmeasured, notes };
}
function measured2(place, row, map, unmeasured, times) {
  const field = (name) => {
    const rule = map.fields[name];
    if (rule === void 0) return row[name];
    return typeof rule === "string" ? pick(row, rule) : rule.value;
  };
  const metric = text2(place.at("metric_name"), field("metric_name")) ?? "";
  if (metric === "") throw place.at("metric_name").refuse("is missing: name it in the map");
  const evalType = text2(place.at("eval_type"), field("eval_type")) || evalTypeOf(metric);
  const raw2 = field("metric_value");
  const value = typeof raw2 === "string" && DECIMAL.test(raw2.trim()) ? Number(raw2) : raw2;
  if (!isMeasured(value)) {
    if (typeof raw2 === "string" && raw2 !== "" && !NOT_MEASURED.test(raw2.trim()))
      throw place.at("metric_value").refuse("is not a number");
    unmeasured.push({ metric, evalType });
    return [];
  }
  const at = instantOf(field("evaluated_at"));
  if (at !== void 0) times.push(at);
  const limit = limitOf(place.at("threshold"), field("threshold"));
  const direction = directionOf(place.at("direction"), field("direction"));
  const verdict = flag(place.at("passed"), field("passed"));
  if (limit !== void 0 && direction === void 0 && verdict === void 0)
    throw place.at("direction").refuse("is missing: a threshold without `passed` needs it");
  const isMet = limit === void 0 || (direction === "lower_is_better" ? value <= limit : value >= limit);
  return [
    {
      metric,
      evalType,
      value,
      passed: verdict ?? isMet,
      ...limit === void 0 ? {} : { threshold: limit },
      direction: direction ?? "higher_is_better",
      counts: {}
    }
  ];
}
var DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
var NOT_MEASURED = /^(nan|n\/?a|null|-?inf(inity)?)$/i;
function text2(place, value) {
  if (value === void 0 || value === null) return void 0;
  return typeof value === "number" ? String(value) : place.text(value);
}
function limitOf(place, value) {
  if (value === void 0 || value === null || value === "") return void 0;
  const limit = typeof value === "string" && DECIMAL.test(value.trim()) ? Number(value) : value;
  if (!isMeasured(limit)) throw place.refuse("is not a number");
  return limit;
}
function directionOf(place, value) {
  if (value === void 0 || value === null || value === "") return void 0;
  if (value === "lower_is_better" || value === "higher_is_better") return value;
  throw place.refuse("must be higher_is_better or lower_is_better");
}
function flag(place, value) {
  if (value === void 0 || value === null) return void 0;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return place.flag(value);
  return /^(true|yes|1|pass|passed)$/i.test(value.trim()) ? true : value.trim() === "" ? void 0 : false;
}
function pick(object, path) {
  let value = object;
  for (const key of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return void 0;
    value = value[key];
  }
  return value;
}

// src/import/archives/zip.ts
var import_yauzl2 = __toESM(require_yauzl(), 1);
import { openSync, statSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

// src/import/archives/crc32.ts
var TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 3988292384 ^ c >>> 1 : c >>> 1;
  return c;
});
function crc32(data) {
  let c = -1;
  for (let at = 0; at < data.length; at++) c = TABLE[(c ^ data[at]) & 255] ^ c >>> 8;
  return ~c >>> 0;
}

// src/import/archives/windowed-file.ts
var import_yauzl = __toESM(require_yauzl(), 1);
import { closeSync, createReadStream as createReadStream4, readSync } from "node:fs";
var WindowedFile = class extends import_yauzl.default.RandomAccessReader {
  #path;
  #fd;
  #window = Buffer.alloc(WINDOW_BYTES);
  #start = 0;
  #length = 0;
  /** @param fd an open file, which the reader closes */
  constructor(path, fd) {
    super();
    this.#path = path;
    this.#fd = fd;
  }
  read(buffer, offset, length, position, callback) {
    let bytesRead;
    try {
      bytesRead = this.#read(buffer.subarray(offset, offset + length), position);
    } catch (error) {
      callback(error);
      return;
    }
    callback(null, bytesRead);
  }
  /** Fills `buffer` from `position` on, up to the end of the file. */
  #read(buffer, position) {
    let done = 0;
    while (done < buffer.length) {
      const at = position + done - this.#start;
      if (at < 0 || at >= this.#length) {
        this.#start = position + done;
        this.#length = readSync(this.#fd, this.#window, 0, WINDOW_BYTES, this.#start);
        if (this.#length === 0) break;
      } else done += this.#window.copy(buffer, done, at, this.#length);
    }
    return done;
  }
  _readStreamForRange(start, end) {
    return createReadStream4(this.#path, { start, end: end - 1 });
  }
  close(callback) {
    closeSync(this.#fd);
    callback(null);
  }
};
var WINDOW_BYTES = 1024 * 1024;

// ../../node_modules/fzstd/esm/index.mjs
var ab = ArrayBuffer;
var u8 = Uint8Array;
var u16 = Uint16Array;
var i16 = Int16Array;
var i32 = Int32Array;
var slc = function(v, s, e) {
  if (u8.prototype.slice)
    return u8.prototype.slice.call(v, s, e);
  if (s == null || s < 0)
    s = 0;
  if (e == null || e > v.length)
    e = v.length;
  var n = new u8(e - s);
  n.set(v.subarray(s, e));
  return n;
};
var fill = function(v, n, s, e) {
  if (u8.prototype.fill)
    return u8.prototype.fill.call(v, n, s, e);
  if (s == null || s < 0)
    s = 0;
  if (e == null || e > v.length)
    e = v.length;
  for (; s < e; ++s)
    v[s] = n;
  return v;
};
var cpw = function(v, t, s, e) {
  if (u8.prototype.copyWithin)
    return u8.prototype.copyWithin.call(v, t, s, e);
  if (s == null || s < 0)
    s = 0;
  if (e == null || e > v.length)
    e = v.length;
  while (s < e) {
    v[t++] = v[s++];
  }
};
var ec = [
  "invalid zstd data",
  "window size too large (>2046MB)",
  "invalid block type",
  "FSE accuracy too high",
  "match distance too far back",
  "unexpected EOF"
];
var err = function(ind, msg, nt) {
  var e = new Error(msg || ec[ind]);
  e.code = ind;
  if (Error.captureStackTrace)
    Error.captureStackTrace(e, err);
  if (!nt)
    throw e;
  return e;
};
var rb = function(d, b, n) {
  var i = 0, o = 0;
  for (; i < n; ++i)
    o |= d[b++] << (i << 3);
  return o;
};
var b4 = function(d, b) {
  return (d[b] | d[b + 1] << 8 | d[b + 2] << 16 | d[b + 3] << 24) >>> 0;
};
var rzfh = function(dat, w) {
  var n3 = dat[0] | dat[1] << 8 | dat[2] << 16;
  if (n3 == 3126568 && dat[3] == 253) {
    var flg = dat[4];
    var ss = flg >> 5 & 1, cc = flg >> 2 & 1, df = flg & 3, fcf = flg >> 6;
    if (flg & 8)
      err(0);
    var bt = 6 - ss;
    var db = df == 3 ? 4 : df;
    var di = rb(dat, bt, db);
    bt += db;
    var fsb = fcf ? 1 << fcf : ss;
    var fss = rb(dat, bt, fsb) + (fcf == 1 && 256);
    var ws = fss;
    if (!ss) {
      var wb = 1 << 10 + (dat[5] >> 3);
      ws = wb + (wb >> 3) * (dat[5] & 7);
    }
    if (ws > 2145386496)
      err(1);
    var buf = new u8((w == 1 ? fss || ws : w ? 0 : ws) + 12);
    buf[0] = 1, buf[4] = 4, buf[8] = 8;
    return {
      b: bt + fsb,
      y: 0,
      l: 0,
      d: di,
      w: w && w != 1 ? w : buf.subarray(12),
      e: ws,
      o: new i32(buf.buffer, 0, 3),
      u: fss,
      c: cc,
      m: Math.min(131072, ws)
    };
  } else if ((n3 >> 4 | dat[3] << 20) == 25481893) {
    return b4(dat, 4) + 8;
  }
  err(0);
};
var msb = function(val) {
  var bits = 0;
  for (; 1 << bits <= val; ++bits)
    ;
  return bits - 1;
};
var rfse = function(dat, bt, mal) {
  var tpos = (bt << 3) + 4;
  var al = (dat[bt] & 15) + 5;
  if (al > mal)
    err(3);
  var sz = 1 << al;
  var probs = sz, sym = -1, re = -1, i = -1, ht = sz;
  var buf = new ab(512 + (sz << 2));
  var freq = new i16(buf, 0, 256);
  var dstate = new u16(buf, 0, 256);
  var nstate = new u16(buf, 512, sz);
  var bb1 = 512 + (sz << 1);
  var syms = new u8(buf, bb1, sz);
  var nbits = new u8(buf, bb1 + sz);
  while (sym < 255 && probs > 0) {
    var bits = msb(probs + 1);
    var cbt = tpos >> 3;
    var msk = (1 << bits + 1) - 1;
    var val = (dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (tpos & 7) & msk;
    var msk1fb = (1 << bits) - 1;
    var msv = msk - probs - 1;
    var sval = val & msk1fb;
    if (sval < msv)
      tpos += bits, val = sval;
    else {
      tpos += bits + 1;
      if (val > msk1fb)
        val -= msv;
    }
    freq[++sym] = --val;
    if (val == -1) {
      probs += val;
      syms[--ht] = sym;
    } else
      probs -= val;
    if (!val) {
      do {
        var rbt = tpos >> 3;
        re = (dat[rbt] | dat[rbt + 1] << 8) >> (tpos & 7) & 3;
        tpos += 2;
        sym += re;
      } while (re == 3);
    }
  }
  if (sym > 255 || probs)
    err(0);
  var sympos = 0;
  var sstep = (sz >> 1) + (sz >> 3) + 3;
  var smask = sz - 1;
  for (var s = 0; s <= sym; ++s) {
    var sf = freq[s];
    if (sf < 1) {
      dstate[s] = -sf;
      continue;
    }
    for (i = 0; i < sf; ++i) {
      syms[sympos] = s;
      do {
        sympos = sympos + sstep & smask;
      } while (sympos >= ht);
    }
  }
  if (sympos)
    err(0);
  for (i = 0; i < sz; ++i) {
    var ns = dstate[syms[i]]++;
    var nb = nbits[i] = al - msb(ns);
    nstate[i] = (ns << nb) - sz;
  }
  return [tpos + 7 >> 3, {
    b: al,
    s: syms,
    n: nbits,
    t: nstate
  }];
};
var rhu = function(dat, bt) {
  var i = 0, wc = -1;
  var buf = new u8(292), hb = dat[bt];
  var hw = buf.subarray(0, 256);
  var rc = buf.subarray(256, 268);
  var ri = new u16(buf.buffer, 268);
  if (hb < 128) {
    var _a = rfse(dat, bt + 1, 6), ebt = _a[0], fdt = _a[1];
    bt += hb;
    var epos = ebt << 3;
    var lb = dat[bt];
    if (!lb)
      err(0);
    var st1 = 0, st2 = 0, btr1 = fdt.b, btr2 = btr1;
    var fpos = (++bt << 3) - 8 + msb(lb);
    for (; ; ) {
      fpos -= btr1;
      if (fpos < epos)
        break;
      var cbt = fpos >> 3;
      st1 += (dat[cbt] | dat[cbt + 1] << 8) >> (fpos & 7) & (1 << btr1) - 1;
      hw[++wc] = fdt.s[st1];
      fpos -= btr2;
      if (fpos < epos)
        break;
      cbt = fpos >> 3;
      st2 += (dat[cbt] | dat[cbt + 1] << 8) >> (fpos & 7) & (1 << btr2) - 1;
      hw[++wc] = fdt.s[st2];
      btr1 = fdt.n[st1];
      st1 = fdt.t[st1];
      btr2 = fdt.n[st2];
      st2 = fdt.t[st2];
    }
    if (++wc > 255)
      err(0);
  } else {
    wc = hb - 127;
    for (; i < wc; i += 2) {
      var byte = dat[++bt];
      hw[i] = byte >> 4;
      hw[i + 1] = byte & 15;
    }
    ++bt;
  }
  var wes = 0;
  for (i = 0; i < wc; ++i) {
    var wt = hw[i];
    if (wt > 11)
      err(0);
    wes += wt && 1 << wt - 1;
  }
  var mb = msb(wes) + 1;
  var ts = 1 << mb;
  var rem = ts - wes;
  if (rem & rem - 1)
    err(0);
  hw[wc++] = msb(rem) + 1;
  for (i = 0; i < wc; ++i) {
    var wt = hw[i];
    ++rc[hw[i] = wt && mb + 1 - wt];
  }
  var hbuf = new u8(ts << 1);
  var syms = hbuf.subarray(0, ts), nb = hbuf.subarray(ts);
  ri[mb] = 0;
  for (i = mb; i > 0; --i) {
    var pv = ri[i];
    fill(nb, i, pv, ri[i - 1] = pv + rc[i] * (1 << mb - i));
  }
  if (ri[0] != ts)
    err(0);
  for (i = 0; i < wc; ++i) {
    var bits = hw[i];
    if (bits) {
      var code = ri[bits];
      fill(syms, i, code, ri[bits] = code + (1 << mb - bits));
    }
  }
  return [bt, {
    n: nb,
    b: mb,
    s: syms
  }];
};
var dllt = rfse(/* @__PURE__ */ new u8([
  81,
  16,
  99,
  140,
  49,
  198,
  24,
  99,
  12,
  33,
  196,
  24,
  99,
  102,
  102,
  134,
  70,
  146,
  4
]), 0, 6)[1];
var dmlt = rfse(/* @__PURE__ */ new u8([
  33,
  20,
  196,
  24,
  99,
  140,
  33,
  132,
  16,
  66,
  8,
  33,
  132,
  16,
  66,
  8,
  33,
  68,
  68,
  68,
  68,
  68,
  68,
  68,
  68,
  36,
  9
]), 0, 6)[1];
var doct = rfse(/* @__PURE__ */ new u8([
  32,
  132,
  16,
  66,
  102,
  70,
  68,
  68,
  68,
  68,
  36,
  73,
  2
]), 0, 5)[1];
var b2bl = function(b, s) {
  var len = b.length, bl = new i32(len);
  for (var i = 0; i < len; ++i) {
    bl[i] = s;
    s += 1 << b[i];
  }
  return bl;
};
var llb = /* @__PURE__ */ new u8((/* @__PURE__ */ new i32([
  0,
  0,
  0,
  0,
  16843009,
  50528770,
  134678020,
  202050057,
  269422093
])).buffer, 0, 36);
var llbl = /* @__PURE__ */ b2bl(llb, 0);
var mlb = /* @__PURE__ */ new u8((/* @__PURE__ */ new i32([
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  16843009,
  50528770,
  117769220,
  185207048,
  252579084,
  16
])).buffer, 0, 53);
var mlbl = /* @__PURE__ */ b2bl(mlb, 3);
var dhu = function(dat, out, hu) {
  var len = dat.length, ss = out.length, lb = dat[len - 1], msk = (1 << hu.b) - 1, eb = -hu.b;
  if (!lb)
    err(0);
  var st = 0, btr = hu.b, pos = (len << 3) - 8 + msb(lb) - btr, i = -1;
  for (; pos > eb && i < ss; ) {
    var cbt = pos >> 3;
    var val = (dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (pos & 7);
    st = (st << btr | val) & msk;
    out[++i] = hu.s[st];
    pos -= btr = hu.n[st];
  }
  if (pos != eb || i + 1 != ss)
    err(0);
};
var dhu4 = function(dat, out, hu) {
  var bt = 6;
  var ss = out.length, sz1 = ss + 3 >> 2, sz2 = sz1 << 1, sz3 = sz1 + sz2;
  dhu(dat.subarray(bt, bt += dat[0] | dat[1] << 8), out.subarray(0, sz1), hu);
  dhu(dat.subarray(bt, bt += dat[2] | dat[3] << 8), out.subarray(sz1, sz2), hu);
  dhu(dat.subarray(bt, bt += dat[4] | dat[5] << 8), out.subarray(sz2, sz3), hu);
  dhu(dat.subarray(bt), out.subarray(sz3), hu);
};
var rzb = function(dat, st, out) {
  var _a;
  var bt = st.b;
  var b0 = dat[bt], btype = b0 >> 1 & 3;
  st.l = b0 & 1;
  var sz = b0 >> 3 | dat[bt + 1] << 5 | dat[bt + 2] << 13;
  var ebt = (bt += 3) + sz;
  if (btype == 1) {
    if (bt >= dat.length)
      return;
    st.b = bt + 1;
    if (out) {
      fill(out, dat[bt], st.y, st.y += sz);
      return out;
    }
    return fill(new u8(sz), dat[bt]);
  }
  if (ebt > dat.length)
    return;
  if (btype == 0) {
    st.b = ebt;
    if (out) {
      out.set(dat.subarray(bt, ebt), st.y);
      st.y += sz;
      return out;
    }
    return slc(dat, bt, ebt);
  }
  if (btype == 2) {
    var b3 = dat[bt], lbt = b3 & 3, sf = b3 >> 2 & 3;
    var lss = b3 >> 4, lcs = 0, s4 = 0;
    if (lbt < 2) {
      if (sf & 1)
        lss |= dat[++bt] << 4 | (sf & 2 && dat[++bt] << 12);
      else
        lss = b3 >> 3;
    } else {
      s4 = sf;
      if (sf < 2)
        lss |= (dat[++bt] & 63) << 4, lcs = dat[bt] >> 6 | dat[++bt] << 2;
      else if (sf == 2)
        lss |= dat[++bt] << 4 | (dat[++bt] & 3) << 12, lcs = dat[bt] >> 2 | dat[++bt] << 6;
      else
        lss |= dat[++bt] << 4 | (dat[++bt] & 63) << 12, lcs = dat[bt] >> 6 | dat[++bt] << 2 | dat[++bt] << 10;
    }
    ++bt;
    var buf = out ? out.subarray(st.y, st.y + st.m) : new u8(st.m);
    var spl = buf.length - lss;
    if (lbt == 0)
      buf.set(dat.subarray(bt, bt += lss), spl);
    else if (lbt == 1)
      fill(buf, dat[bt++], spl);
    else {
      var hu = st.h;
      if (lbt == 2) {
        var hud = rhu(dat, bt);
        lcs += bt - (bt = hud[0]);
        st.h = hu = hud[1];
      } else if (!hu)
        err(0);
      (s4 ? dhu4 : dhu)(dat.subarray(bt, bt += lcs), buf.subarray(spl), hu);
    }
    var ns = dat[bt++];
    if (ns) {
      if (ns == 255)
        ns = (dat[bt++] | dat[bt++] << 8) + 32512;
      else if (ns > 127)
        ns = ns - 128 << 8 | dat[bt++];
      var scm = dat[bt++];
      if (scm & 3)
        err(0);
      var dts = [dmlt, doct, dllt];
      for (var i = 2; i > -1; --i) {
        var md = scm >> (i << 1) + 2 & 3;
        if (md == 1) {
          var rbuf = new u8([0, 0, dat[bt++]]);
          dts[i] = {
            s: rbuf.subarray(2, 3),
            n: rbuf.subarray(0, 1),
            t: new u16(rbuf.buffer, 0, 1),
            b: 0
          };
        } else if (md == 2) {
          _a = rfse(dat, bt, 9 - (i & 1)), bt = _a[0], dts[i] = _a[1];
        } else if (md == 3) {
          if (!st.t)
            err(0);
          dts[i] = st.t[i];
        }
      }
      var _b = st.t = dts, mlt = _b[0], oct = _b[1], llt = _b[2];
      var lb = dat[ebt - 1];
      if (!lb)
        err(0);
      var spos = (ebt << 3) - 8 + msb(lb) - llt.b, cbt = spos >> 3, oubt = 0;
      var lst = (dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << llt.b) - 1;
      cbt = (spos -= oct.b) >> 3;
      var ost = (dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << oct.b) - 1;
      cbt = (spos -= mlt.b) >> 3;
      var mst = (dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << mlt.b) - 1;
      for (++ns; --ns; ) {
        var llc = llt.s[lst];
        var lbtr = llt.n[lst];
        var mlc = mlt.s[mst];
        var mbtr = mlt.n[mst];
        var ofc = oct.s[ost];
        var obtr = oct.n[ost];
        cbt = (spos -= ofc) >> 3;
        var ofp = 1 << ofc;
        var off = ofp + ((dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16 | dat[cbt + 3] << 24) >>> (spos & 7) & ofp - 1);
        cbt = (spos -= mlb[mlc]) >> 3;
        var ml = mlbl[mlc] + ((dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (spos & 7) & (1 << mlb[mlc]) - 1);
        cbt = (spos -= llb[llc]) >> 3;
        var ll = llbl[llc] + ((dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (spos & 7) & (1 << llb[llc]) - 1);
        cbt = (spos -= lbtr) >> 3;
        lst = llt.t[lst] + ((dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << lbtr) - 1);
        cbt = (spos -= mbtr) >> 3;
        mst = mlt.t[mst] + ((dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << mbtr) - 1);
        cbt = (spos -= obtr) >> 3;
        ost = oct.t[ost] + ((dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << obtr) - 1);
        if (off > 3) {
          st.o[2] = st.o[1];
          st.o[1] = st.o[0];
          st.o[0] = off -= 3;
        } else {
          var idx = off - (ll != 0);
          if (idx) {
            off = idx == 3 ? st.o[0] - 1 : st.o[idx];
            if (idx > 1)
              st.o[2] = st.o[1];
            st.o[1] = st.o[0];
            st.o[0] = off;
          } else
            off = st.o[0];
        }
        for (var i = 0; i < ll; ++i) {
          buf[oubt + i] = buf[spl + i];
        }
        oubt += ll, spl += ll;
        var stin = oubt - off;
        if (stin < 0) {
          var len = -stin;
          var bs = st.e + stin;
          if (len > ml)
            len = ml;
          for (var i = 0; i < len; ++i) {
            buf[oubt + i] = st.w[bs + i];
          }
          oubt += len, ml -= len, stin = 0;
        }
        for (var i = 0; i < ml; ++i) {
          buf[oubt + i] = buf[stin + i];
        }
        oubt += ml;
      }
      if (oubt != spl) {
        while (spl < buf.length) {
          buf[oubt++] = buf[spl++];
        }
      } else
        oubt = buf.length;
      if (out)
        st.y += oubt;
      else
        buf = slc(buf, 0, oubt);
    } else if (out) {
      st.y += lss;
      if (spl) {
        for (var i = 0; i < lss; ++i) {
          buf[i] = buf[spl + i];
        }
      }
    } else if (spl)
      buf = slc(buf, spl);
    st.b = ebt;
    return buf;
  }
  err(2);
};
var cct = function(bufs, ol) {
  if (bufs.length == 1)
    return bufs[0];
  var buf = new u8(ol);
  for (var i = 0, b = 0; i < bufs.length; ++i) {
    var chk = bufs[i];
    buf.set(chk, b);
    b += chk.length;
  }
  return buf;
};
var Decompress = /* @__PURE__ */ (function() {
  function Decompress2(ondata) {
    this.ondata = ondata;
    this.c = [];
    this.l = 0;
    this.z = 0;
  }
  Decompress2.prototype.push = function(chunk, final) {
    if (typeof this.s == "number") {
      var sub = Math.min(chunk.length, this.s);
      chunk = chunk.subarray(sub);
      this.s -= sub;
    }
    var sl = chunk.length;
    var ncs = sl + this.l;
    if (!this.s) {
      if (final) {
        if (!ncs) {
          this.ondata(new u8(0), true);
          return;
        }
        if (ncs < 5)
          err(5);
      } else if (ncs < 18) {
        this.c.push(chunk);
        this.l = ncs;
        return;
      }
      if (this.l) {
        this.c.push(chunk);
        chunk = cct(this.c, ncs);
        this.c = [];
        this.l = 0;
      }
      if (typeof (this.s = rzfh(chunk)) == "number")
        return this.push(chunk, final);
    }
    if (typeof this.s != "number") {
      if (ncs < (this.z || 3)) {
        if (final)
          err(5);
        this.c.push(chunk);
        this.l = ncs;
        return;
      }
      if (this.l) {
        this.c.push(chunk);
        chunk = cct(this.c, ncs);
        this.c = [];
        this.l = 0;
      }
      if (!this.z && ncs < (this.z = chunk[this.s.b] & 2 ? 4 : 3 + (chunk[this.s.b] >> 3 | chunk[this.s.b + 1] << 5 | chunk[this.s.b + 2] << 13))) {
        if (final)
          err(5);
        this.c.push(chunk);
        this.l = ncs;
        return;
      } else
        this.z = 0;
      for (; ; ) {
        var blk = rzb(chunk, this.s);
        if (!blk) {
          if (final)
            err(5);
          var adc = chunk.subarray(this.s.b);
          this.s.b = 0;
          this.c.push(adc), this.l += adc.length;
          return;
        } else {
          this.ondata(blk, false);
          cpw(this.s.w, 0, blk.length);
          this.s.w.set(blk, this.s.w.length - blk.length);
        }
        if (this.s.l) {
          var rest = chunk.subarray(this.s.b);
          this.s = this.s.c * 4;
          this.push(rest, final);
          return;
        }
      }
    } else if (final)
      err(5);
  };
  return Decompress2;
})();

// src/import/archives/zstd.ts
function unzstd(bytes, limit) {
  const chunks = [];
  let length = 0;
  const collect = (chunk) => {
    length += chunk.length;
    if (length > limit) throw new Error("too large");
    chunks.push(chunk.slice());
  };
  for (let from = 0; from < bytes.length; ) {
    const to = endOfFrame(bytes, from, limit);
    if (!isSkippable(bytes, from)) {
      const frame = new Decompress(collect);
      frame.push(bytes.subarray(from, to), true);
    }
    from = to;
  }
  return Buffer.concat(chunks, length);
}
function endOfFrame(bytes, from, limit) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isSkippable(bytes, from)) return within(bytes, from + 8 + view.getUint32(from + 4, true));
  if (view.getUint32(from, true) !== 4247762216) throw new Error("no Zstandard frame");
  const descriptor = view.getUint8(from + 4);
  const singleSegment = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? singleSegment ? 1 : 0 : 1 << sizeFlag;
  let at = from + 5;
  if (!singleSegment) {
    const window = view.getUint8(at++);
    const base = 2 ** (10 + (window >> 3));
    if (base + base / 8 * (window & 7) > limit) throw new Error("the window is too large");
  }
  at += [0, 1, 2, 4][descriptor & 3];
  if (contentSize(view, at, sizeBytes) > limit) throw new Error("too large");
  at += sizeBytes;
  for (let last = false; !last; ) {
    within(bytes, at + 3);
    const header = view.getUint16(at, true) | view.getUint8(at + 2) << 16;
    last = (header & 1) === 1;
    const type = header >> 1 & 3;
    if (type === 3) throw new Error("a reserved block type");
    at = within(bytes, at + 3 + (type === 1 ? 1 : header >> 3));
  }
  return within(bytes, at + ((descriptor & 4) === 0 ? 0 : 4));
}
function contentSize(view, at, bytes) {
  if (bytes === 0) return 0;
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
function isSkippable(bytes, at) {
  within(bytes, at + 8);
  return bytes[at + 1] === 42 && bytes[at + 2] === 77 && bytes[at + 3] === 24 && (bytes[at] & 240) === 80;
}
function within(bytes, end) {
  if (end > bytes.length) throw new Error("it ends early");
  return end;
}

// src/import/archives/zip.ts
async function readMember(path, name) {
  const zip = await opened(path);
  try {
    let found;
    for await (const entry of entriesOf(path, zip)) {
      if (entry.fileName !== name) continue;
      if (found !== void 0) throw refused(path, name, "is in the archive twice");
      found = entry;
    }
    if (found === void 0) return void 0;
    if (found.isEncrypted()) throw refused(path, name, "is encrypted");
    const bytes = decompressed(path, found, await raw(path, zip, found));
    if (bytes.length !== found.uncompressedSize || crc32(bytes) !== found.crc32)
      throw refused(path, name, "is damaged: its size or its CRC-32 differs");
    return utf8(path, bytes);
  } finally {
    zip.close();
  }
}
function opened(path) {
  const reader = new WindowedFile(path, openSync(path, "r"));
  const { size } = statSync(path);
  const options2 = { lazyEntries: true, autoClose: false, validateEntrySizes: false };
  return new Promise((resolve, reject) => {
    import_yauzl2.default.fromRandomAccessReader(reader, size, options2, (error, zip) => {
      if (error) reject(refused(path, "", `is not a complete zip archive (${error.message})`));
      else resolve(zip);
    });
  });
}
async function* entriesOf(path, zip) {
  if (zip.entryCount > ENTRIES) throw refused(path, "", `has more than ${ENTRIES} members`);
  for (let read2 = 0; read2 < zip.entryCount; read2++) {
    yield await new Promise((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once(
        "error",
        (error) => reject(refused(path, "", `is not a complete zip archive (${error.message})`))
      );
      zip.readEntry();
    });
    zip.removeAllListeners("error");
    zip.removeAllListeners("entry");
  }
}
function raw(path, zip, entry) {
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(refused(path, entry.fileName, `cannot be read (${error.message})`));
    if (entry.compressedSize > MEMBER_BYTES) return fail(new Error("it is over 64 MiB"));
    zip.openReadStream(entry, { decodeFileData: false }, (error, stream) => {
      if (error) return fail(error);
      const chunks = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("error", fail);
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}
function decompressed(path, { fileName, compressionMethod }, bytes) {
  try {
    if (compressionMethod === 0) return bytes;
    if (compressionMethod === 8) return inflateRawSync(bytes, { maxOutputLength: MEMBER_BYTES });
    if (compressionMethod === 93) return unzstd(bytes, MEMBER_BYTES);
  } catch (error) {
    throw refused(path, fileName, `cannot be decompressed within 64 MiB (${error.message})`);
  }
  throw refused(
    path,
    fileName,
    `is compressed by method ${compressionMethod}; stored, 8 and 93 are supported`
  );
}
var MEMBER_BYTES = 64 * 1024 * 1024;
var ENTRIES = 25e4;

// src/import/formats/inspect.ts
async function readInspect(file) {
  return logOf(new Place(file.path), await file.json());
}
async function readInspectArchive(file) {
  const header = await readMember(file.path, "header.json");
  if (header === void 0)
    throw refused(
      file.path,
      "header.json",
      "is missing: the evaluation did not end, or this is not an Inspect log"
    );
  return logOf(new Place(file.path, "header.json"), lenientJson(file.path, header, "header.json"));
}
function logOf(place, value) {
  const log2 = place.object(value);
  const run2 = place.at("eval").object(log2.eval);
  const status = place.at("status").text(log2.status);
  const stats = isObject(log2.stats) ? log2.stats : {};
  const known = {
    tool: "inspect_ai",
    evaluatedAt: instantOf(stats.completed_at) ?? instantOf(run2.created),
    subject: subjectOf(run2),
    ...versionOf(run2) === void 0 ? {} : { toolVersion: versionOf(run2) }
  };
  const nothing = (note) => ({ ...known, measurements: [], unmeasured: [], notes: [note] });
  if (status !== "success") return nothing(`the evaluation ended with status ${JSON.stringify(status)}`);
  if (place.at("invalidated").flag(log2.invalidated ?? false))
    return nothing("samples of the log were invalidated: nothing is submitted");
  const at = place.at("results");
  const results = at.object(log2.results);
  const totals = {
    total: isMeasured(results.total_samples) ? results.total_samples : void 0,
    completed: isMeasured(results.completed_samples) ? results.completed_samples : void 0
  };
  if (totals.total !== void 0 && totals.completed !== void 0 && totals.completed < totals.total)
    return nothing(
      `${totals.total - totals.completed} of ${totals.total} samples were not completed: nothing is submitted`
    );
  const notes = [];
  const measurements = [];
  const unmeasured = [];
  for (const [i, entry] of at.at("scores").array(results.scores ?? []).entries()) {
    measurements.push(...scoreOf(at.at("scores").at(i), entry, totals.total, { notes, unmeasured }));
  }
  return { ...known, measurements, unmeasured, notes };
}
function scoreOf(place, value, total2, { notes, unmeasured }) {
  const score = place.object(value);
  const name = place.at("name").text(score.name);
  const unscored = isMeasured(score.unscored_samples) ? score.unscored_samples : 0;
  if (unscored > 0)
    notes.push(`scorer ${JSON.stringify(name)} was left out: ${unscored} samples have no score`);
  const scored = isMeasured(score.scored_samples) ? score.scored_samples : total2;
  const metrics = unscored > 0 && !isObject(score.metrics) ? {} : place.at("metrics").object(score.metrics);
  return Object.entries(metrics).flatMap(([metric, entry]) => {
    const found = isObject(entry) ? entry.value : void 0;
    if (/^(stderr|std|var|bootstrap_stderr)$/.test(metric)) return [];
    const named3 = { metric: `${name}/${metric}`, evalType: evalTypeOf(`${name} ${metric}`) };
    if (unscored > 0 || !isMeasured(found)) {
      unmeasured.push(named3);
      if (unscored === 0) notes.push(`${named3.metric} was left out: it has no value`);
      return [];
    }
    return [
      {
        ...named3,
        value: found,
        passed: true,
        direction: "higher_is_better",
        counts: scored === void 0 ? NO_COUNTS : { total: scored }
      }
    ];
  });
}
function subjectOf({ task, model }) {
  return {
    ...typeof task === "string" ? { task } : {},
    ...typeof model === "string" ? { model } : {}
  };
}
function versionOf({ packages }) {
  const version = isObject(packages) ? packages.inspect_ai : void 0;
  return typeof version === "string" ? version : void 0;
}
var NO_COUNTS = {};

// src/import/formats/junit.ts
var import_saxes = __toESM(require_saxes(), 1);
async function readJUnit(file) {
  const found = parse2(file.path, await file.text());
  const all = tally();
  for (const counts of found.suites.values()) add(all, counts);
  const measurements = [...passRate("pass_rate", "custom", all)];
  const unmeasured = measurements.length === 0 ? [{ metric: "pass_rate", evalType: "custom" }] : [];
  if (found.suites.size > 1 || !found.suites.has(""))
    for (const [name, counts] of found.suites)
      measurements.push(...passRate(rateOf(name), evalTypeOf(name), counts));
  const notes = all.unmeasured > 0 ? [`${all.unmeasured} skipped test cases count as not passed`] : [];
  for (const name of found.empty) {
    if (found.suites.has(name)) continue;
    unmeasured.push({ metric: rateOf(name), evalType: evalTypeOf(name) });
    notes.push(`${rateOf(name)} was left out: the suite has no test case`);
  }
  return { tool: "custom", evaluatedAt: found.endedAt, subject: {}, measurements, unmeasured, notes };
}
function rateOf(suite) {
  return `${suite || "unnamed"}/pass_rate`;
}
function parse2(path, text3) {
  const found = { suites: /* @__PURE__ */ new Map(), empty: /* @__PURE__ */ new Set(), endedAt: void 0 };
  const open3 = [];
  const suites = [];
  let outcome;
  const parser = new import_saxes.SaxesParser({ position: false });
  parser.on("error", ({ message }) => {
    throw refused(path, `line ${parser.line}`, `is not XML: ${message}`);
  });
  parser.on("comment", (comment) => {
    const suite = suites.at(-1);
    if (suite !== void 0) suite.stated += Number(COUNT_OF_NODE.exec(comment)?.[1] ?? 0);
  });
  parser.on("opentag", ({ name: qualified, attributes }) => {
    const name = localName(qualified);
    if (open3.length === 0 && name !== "testsuites" && name !== "testsuite")
      throw refused(path, `line ${parser.line}`, "is not a JUnit report");
    open3.push(name);
    if (open3.length > 64) throw refused(path, `line ${parser.line}`, "nests deeper than 64 elements");
    if (name === "testsuite" || name === "testsuites") {
      const stated = countOf(attributes.failures) + countOf(attributes.errors);
      suites.push({ element: name, name: String(attributes.name ?? ""), stated, bad: 0, cases: 0 });
      const at = instantOf(attributes.timestamp);
      if (at !== void 0 && (found.endedAt === void 0 || at > found.endedAt)) found.endedAt = at;
    }
    if (name === "testcase") {
      if (outcome !== void 0) throw refused(path, `line ${parser.line}`, "has a test case in a test case");
      outcome = statedOf(attributes);
      return;
    }
    const worse = OUTCOMES[name];
    if (outcome === void 0 && (worse === "failed" || worse === "errored"))
      throw refused(path, `line ${parser.line}`, `has an element ${name} outside of a test case`);
    if (outcome !== void 0 && worse !== void 0 && BADNESS.indexOf(worse) > BADNESS.indexOf(outcome))
      outcome = worse;
  });
  parser.on("closetag", ({ name: qualified }) => {
    const name = localName(qualified);
    open3.pop();
    if (name === "testsuite" || name === "testsuites") {
      const suite2 = suites.pop();
      requireWhole(path, suite2);
      if (name === "testsuite" && suite2.cases === 0) found.empty.add(suite2.name);
    }
    if (name !== "testcase" || outcome === void 0) return;
    for (const suite2 of suites) {
      suite2.cases++;
      if (outcome === "failed" || outcome === "errored") suite2.bad++;
    }
    const suite = suites.findLast(({ element }) => element === "testsuite")?.name ?? "";
    const counts = found.suites.get(suite) ?? tally();
    counts[outcome]++;
    found.suites.set(suite, counts);
    outcome = void 0;
  });
  parser.write(text3).close();
  return found;
}
var COUNT_OF_NODE = /^ (?:fail|cancelled) (\d{1,9}) $/;
function localName(name) {
  return name.slice(name.indexOf(":") + 1);
}
function countOf(attribute) {
  const count2 = Number(attribute ?? 0);
  return count2 >= 0 ? count2 : Number.NaN;
}
function requireWhole(path, { element, name, stated, bad }) {
  if (bad > 0 || stated <= 0) return;
  const says = Number.isNaN(stated) ? "failures and errors that are no numbers" : `${stated} failures and errors`;
  throw refused(
    path,
    `${element} ${JSON.stringify(name)}`,
    `says ${says}, and no test case of it has one: the file is incomplete`
  );
}
function add(sum, counts) {
  for (const outcome of Object.keys(sum)) sum[outcome] += counts[outcome];
}
var BADNESS = ["passed", "unmeasured", "failed", "errored"];
function statedOf({ status, result }) {
  const outcomes = [status, result].map((value) => String(value ?? "").toLowerCase());
  if (outcomes.some((word) => FAILED.test(word))) return "failed";
  return outcomes.some((word) => NOT_RUN.test(word)) ? "unmeasured" : "passed";
}
var FAILED = /^(fail(ed|ure)?|error(ed)?|broken)$/;
var NOT_RUN = /^(not_?run|disabled|skipped|suppressed|ignored|pending|untested|inconclusive|aborted|cancell?ed|timed_?out)$/;
var OUTCOMES = {
  failure: "failed",
  error: "errored",
  skipped: "unmeasured"
};

// src/import/formats/lm-eval.ts
async function readLmEval(file) {
  const place = new Place(file.path);
  const document = place.object(await file.json());
  const notes = [];
  const measurements = [];
  const unmeasured = [];
  for (const [task, value] of Object.entries(place.at("results").object(document.results))) {
    const metrics = place.at("results").at(task).object(value);
    for (const [key, found] of Object.entries(metrics)) {
      const [metric = key, filter = "none"] = key.split(",");
      if (metric === "alias" || metric.endsWith("_stderr") || metric === "sample_len") continue;
      const name = filter === "none" ? `${task}/${metric}` : `${task}/${metric},${filter}`;
      if (!isMeasured(found)) {
        notes.push(`${name} was left out: it has no value`);
        unmeasured.push({ metric: name, evalType: "accuracy" });
        continue;
      }
      measurements.push({
        metric: name,
        evalType: "accuracy",
        value: found,
        passed: true,
        direction: higherIsBetter(document, task, metric) ? "higher_is_better" : "lower_is_better",
        counts: samplesOf(document, task)
      });
    }
  }
  const date = document.date;
  return {
    tool: "lm_eval",
    ...typeof document.lm_eval_version === "string" ? { toolVersion: document.lm_eval_version } : {},
    evaluatedAt: isMeasured(date) && date > 946684800 && date < 4102444800 ? new Date(date * 1e3) : void 0,
    subject: typeof document.model_name === "string" ? { model: document.model_name } : {},
    measurements,
    unmeasured,
    notes
  };
}
function higherIsBetter({ higher_is_better: all }, task, metric) {
  const ofTask = isObject(all) ? all[task] : void 0;
  const reported = isObject(ofTask) ? ofTask[metric] : void 0;
  return typeof reported === "boolean" ? reported : !/perplexity|bits_per_byte|loss/.test(metric);
}
function samplesOf(document, task) {
  const all = document["n-samples"];
  const ofTask = isObject(all) ? all[task] : void 0;
  const effective = isObject(ofTask) ? ofTask.effective : void 0;
  return isMeasured(effective) ? { total: effective } : {};
}

// src/import/formats/promptfoo.ts
async function readPromptfoo(file) {
  const place = new Place(file.path);
  const document = place.object(await file.json());
  const at = place.at("results");
  const results = at.object(document.results);
  const cases = new Cases();
  for (const [i, one] of at.at("results").array(results.results).entries()) {
    cases.add(at.at("results").at(i), one);
  }
  const stats = at.at("stats").object(results.stats);
  for (const [name, counted] of Object.entries({
    successes: cases.verdicts.passed,
    failures: cases.verdicts.failed,
    errors: cases.verdicts.errored
  })) {
    const stated = stats[name] ?? 0;
    if (stated !== counted)
      throw at.at("stats").at(name).refuse(`says ${String(stated)}, and the results have ${counted}: the file is incomplete`);
  }
  const metadata = isObject(document.metadata) ? document.metadata : {};
  return {
    ...cases.results(),
    ...typeof metadata.promptfooVersion === "string" ? { toolVersion: metadata.promptfooVersion } : {},
    evaluatedAt: instantOf(results.timestamp)
  };
}
async function readPromptfooLines(file) {
  const cases = new Cases();
  for await (const { line, value } of file.jsonLines()) cases.add(new Place(file.path, `line ${line}`), value);
  const results = cases.results();
  results.notes.push("promptfoo JSONL has no counts: whether the file is complete cannot be checked");
  return results;
}
var Cases = class {
  all = tally();
  /** Counts as promptfoo itself counts: a case with a failed grader counts by its `success`. */
  verdicts = tally();
  #plugins = /* @__PURE__ */ new Map();
  #named = /* @__PURE__ */ new Map();
  add(place, value) {
    const result = place.object(value);
    const outcome = outcomeOf2(place, result);
    this.all[outcome]++;
    this.verdicts[verdictOf(result)]++;
    const plugin = pluginOf(result);
    if (plugin !== void 0) {
      const counts = this.#plugins.get(plugin) ?? tally();
      counts[outcome]++;
      this.#plugins.set(plugin, counts);
    }
    const scores = isObject(result.namedScores) ? result.namedScores : {};
    const asked = outcome === "errored" ? metricsOf(result.testCase) : [];
    for (const name of /* @__PURE__ */ new Set([...Object.keys(scores), ...asked])) {
      const score = scores[name];
      const named3 = this.#named.get(name) ?? { sum: 0, count: 0, unmeasured: 0 };
      if (isMeasured(score) && outcome !== "errored") {
        named3.sum += score;
        named3.count++;
      } else named3.unmeasured++;
      this.#named.set(name, named3);
    }
  }
  results() {
    const notes = [];
    const left = [];
    const measurements = [...passRate("pass_rate", "custom", this.all)];
    for (const [plugin, counts] of this.#plugins)
      measurements.push(...passRate(`${plugin}/pass_rate`, evalTypeOf(plugin), counts));
    for (const [name, { sum, count: count2, unmeasured }] of this.#named) {
      if (count2 === 0 || unmeasured > 0) {
        notes.push(`named score ${JSON.stringify(name)} was left out: ${unmeasured} cases have none`);
        left.push({ metric: name, evalType: evalTypeOf(name) });
        continue;
      }
      measurements.push({
        metric: name,
        evalType: evalTypeOf(name),
        value: sum / count2,
        passed: this.all.failed + this.all.errored === 0,
        direction: "higher_is_better",
        counts: { total: count2 }
      });
    }
    return { tool: "promptfoo", evaluatedAt: void 0, subject: {}, measurements, unmeasured: left, notes };
  }
};
function verdictOf({ success, failureReason }) {
  if (success === true) return "passed";
  return failureReason === 2 ? "errored" : "failed";
}
function outcomeOf2(place, result) {
  const success = place.at("success").flag(result.success);
  if (result.failureReason === 2) return "errored";
  const grading = isObject(result.gradingResult) ? result.gradingResult : void 0;
  if (grading !== void 0 && graderFailed(grading)) return "errored";
  return success ? "passed" : "failed";
}
function graderFailed(grading) {
  const components = Array.isArray(grading.componentResults) ? grading.componentResults : [];
  return [grading, ...components].some(
    (one) => isObject(one) && isObject(one.metadata) && one.metadata.graderError === true
  );
}
function metricsOf(test) {
  const asserts = assertsOf(test);
  return [...asserts, ...asserts.flatMap(assertsOf)].flatMap(
    ({ metric }) => typeof metric === "string" ? [metric] : []
  );
}
function assertsOf(value) {
  return isObject(value) && Array.isArray(value.assert) ? value.assert.filter(isObject) : [];
}
function pluginOf(result) {
  const { testCase, metadata } = result;
  const sources = [metadata, isObject(testCase) ? testCase.metadata : void 0];
  for (const source of sources)
    if (isObject(source) && typeof source.pluginId === "string") return source.pluginId;
  return void 0;
}

// src/import/formats/sarif-levels.ts
var RuleLevels = class {
  /** The rules of the driver, then those of each extension. */
  #components;
  #overrides = /* @__PURE__ */ new Map();
  constructor(run2, invocations) {
    const { driver, extensions } = isObject(run2.tool) ? run2.tool : {};
    this.#components = [driver, ...Array.isArray(extensions) ? extensions : []].map(componentOf);
    for (const { ruleConfigurationOverrides: all } of invocations) {
      for (const one of Array.isArray(all) ? all.filter(isObject) : []) {
        const level = levelOf(one.configuration);
        const rule = isObject(one.descriptor) ? this.#find(one.descriptor) : void 0;
        if (rule !== void 0 && level !== void 0) this.#overrides.set(rule, level);
      }
    }
  }
  of(result) {
    const { index, id, toolComponent } = isObject(result.rule) ? result.rule : {};
    const found = this.#find({
      index: index ?? result.ruleIndex,
      id: id ?? result.ruleId,
      toolComponent
    });
    if (found === void 0) return DEFAULT;
    return this.#overrides.get(found) ?? levelOf(found.defaultConfiguration) ?? DEFAULT;
  }
  /** Finds the rule that a reference names by index or by id. `A/B` names the rule `A` where there is no rule `A/B` (3.52.4). */
  #find({ index, id, toolComponent }) {
    const at = isObject(toolComponent) && typeof toolComponent.index === "number" ? toolComponent.index : -1;
    const component = this.#components[at + 1];
    if (component === void 0) return void 0;
    if (typeof index === "number" && index >= 0) return component.rules[index];
    if (typeof id !== "string") return void 0;
    return component.byId.get(id) ?? component.byId.get(id.split("/", 1)[0]);
  }
};
function componentOf(value) {
  const listed = isObject(value) && Array.isArray(value.rules) ? value.rules : [];
  const rules = listed.map((rule) => isObject(rule) ? rule : void 0);
  const byId = /* @__PURE__ */ new Map();
  for (const rule of rules) if (typeof rule?.id === "string") byId.set(rule.id, rule);
  return { rules, byId };
}
function levelOf(configuration) {
  const level = isObject(configuration) ? configuration.level : void 0;
  return typeof level === "string" ? level : void 0;
}
var DEFAULT = "warning";

// src/import/formats/sarif.ts
async function readSarif(file) {
  const place = new Place(file.path);
  const document = place.object(await file.json());
  const counts = { error: 0, warning: 0, note: 0, none: 0, undecided: 0, suppressed: 0 };
  const notes = [];
  const tools = [];
  let endedAt;
  let measured3 = 0;
  for (const [i, value] of place.at("runs").array(document.runs).entries()) {
    const at = place.at("runs").at(i);
    const run2 = at.object(value);
    const tool = toolOf(run2);
    tools.push(tool);
    const invocations = Array.isArray(run2.invocations) ? run2.invocations.filter(isObject) : [];
    const succeeded = at.at("invocations").at("executionSuccessful");
    if (invocations.some((invocation) => !succeeded.flag(invocation.executionSuccessful ?? true))) {
      notes.push(`run ${i} of ${tool} did not succeed and was left out`);
      continue;
    }
    if (run2.results === void 0 || run2.results === null) {
      notes.push(`run ${i} of ${tool} has no results and was left out`);
      continue;
    }
    if (hasResultsElsewhere(run2)) {
      notes.push(`run ${i} of ${tool} has results in other files and was left out`);
      continue;
    }
    measured3++;
    for (const invocation of invocations) endedAt = later(endedAt, instantOf(invocation.endTimeUtc));
    const levels = new RuleLevels(run2, invocations);
    for (const [j, result] of at.at("results").array(run2.results).entries())
      count(counts, at.at("results").at(j), result, levels);
  }
  const measurements = measured3 === 0 || notes.length > 0 ? [] : measurementsOf(counts);
  return {
    tool: "custom",
    evaluatedAt: endedAt,
    subject: { tools: [...new Set(tools)].join(", ") },
    measurements,
    unmeasured: [],
    notes
  };
}
function count(counts, place, value, levels) {
  const result = place.object(value);
  const kind = result.kind ?? "fail";
  if (!KINDS.has(kind)) throw place.at("kind").refuse("is not one of SARIF");
  if (NO_FINDINGS.has(kind) || result.baselineState === "absent") return;
  const level = kind === "fail" ? levelOf2(place, result, levels) : "undecided";
  const suppressions = Array.isArray(result.suppressions) ? result.suppressions.filter(isObject) : [];
  const accepted = suppressions.length > 0 && suppressions.every(({ status }) => (status ?? "accepted") === "accepted");
  counts[accepted ? "suppressed" : level]++;
}
function levelOf2(place, result, levels) {
  const level = result.level ?? levels.of(result);
  if (level !== "error" && level !== "warning" && level !== "note" && level !== "none")
    throw place.at("level").refuse("is not one of SARIF");
  return level;
}
var NO_FINDINGS = /* @__PURE__ */ new Set(["pass", "informational", "notApplicable"]);
var KINDS = /* @__PURE__ */ new Set([...NO_FINDINGS, "fail", "open", "review"]);
function measurementsOf(counts) {
  const sum = counts.error + counts.warning + counts.note + counts.none;
  const values = {
    findings: sum,
    "findings/error": counts.error,
    "findings/warning": counts.warning,
    "findings/note": counts.note,
    "findings/undecided": counts.undecided
  };
  return Object.entries(values).map(([metric, value]) => ({
    metric,
    evalType: "safety",
    value,
    passed: value === 0,
    direction: "lower_is_better",
    counts
  }));
}
function toolOf({ tool }) {
  const driver = isObject(tool) ? tool.driver : void 0;
  return isObject(driver) && typeof driver.name === "string" ? driver.name.slice(0, 200) : "an unnamed tool";
}
function hasResultsElsewhere({
  externalPropertyFileReferences: references
}) {
  const { results } = isObject(references) ? references : {};
  return Array.isArray(results) && results.length > 0;
}
function later(one, other) {
  return one === void 0 || other !== void 0 && other > one ? other : one;
}

// src/import/formats/recognise.ts
var READERS = {
  promptfoo: readPromptfoo,
  "promptfoo-jsonl": readPromptfooLines,
  garak: readGarak,
  deepeval: readDeepEval,
  inspect: readInspect,
  "inspect-eval": readInspectArchive,
  lm_eval: readLmEval,
  junit: readJUnit,
  sarif: readSarif,
  json: readGenericJson,
  csv: readGenericCsv
};
async function formatOf(file) {
  const { head, beginning: start } = file;
  if (head.length === 0) throw refused(file.path, "", "is empty");
  if (head.subarray(0, 2).toString("latin1") === "PK") return "inspect-eval";
  if (start.startsWith("<")) return "junit";
  if (start.startsWith("{") || start.startsWith("["))
    return await linesFormat(file) ?? documentFormat(await file.json());
  if (/^[^\n,;\t]+,/.test(start)) return "csv";
  throw refused(
    file.path,
    "",
    `is in no known format; name one with --format (${Object.keys(READERS).join(", ")})`
  );
}
async function linesFormat(file) {
  try {
    const documents = [];
    for await (const { value } of file.jsonLines()) {
      documents.push(value);
      if (documents.length === 2) break;
    }
    const [first] = documents;
    if (isGarakEntry(first)) return "garak";
    if (isObject(first) && typeof first.success === "boolean" && "testCase" in first) return "promptfoo-jsonl";
    return void 0;
  } catch {
    return void 0;
  }
}
function documentFormat(document) {
  if (!isObject(document)) return "json";
  const { results, runs, version, eval: run2, status, testRunData, testCases } = document;
  if (isObject(results) && Array.isArray(results.results)) return "promptfoo";
  if (typeof version === "string" && Array.isArray(runs)) return "sarif";
  if (isObject(run2) && typeof status === "string") return "inspect";
  if (isObject(testRunData) || Array.isArray(testCases)) return "deepeval";
  if (isObject(results) && ("config" in document || "versions" in document || "n-shot" in document))
    return "lm_eval";
  return "json";
}
function readerOf(format) {
  const reader = Object.hasOwn(READERS, format) ? READERS[format] : void 0;
  if (reader === void 0) throw usage(`--format: one of ${Object.keys(READERS).join(", ")}`);
  return reader;
}

// src/import/measured-agents.ts
var KEYS = ["agent_identity", "model_name", "model_version", "prompt_version"];
async function readMeasuredAgents(path) {
  const agents = await jsonOfOption("--agents", path);
  if (!Array.isArray(agents) || agents.length === 0 || !agents.every(isMeasuredAgent))
    throw usage(`--agents: must be a list of { ${KEYS.join(", ")} }, each of them a text`);
  return agents;
}
function isMeasuredAgent(agent) {
  if (!isObject(agent) || Object.keys(agent).length !== KEYS.length) return false;
  return KEYS.every((key) => typeof agent[key] === "string" && agent[key] !== "");
}

// src/import/one-value.ts
function refuseSecondValues(files) {
  const known = /* @__PURE__ */ new Map();
  for (const { path, evaluations } of files)
    for (const { eval_suite, metric_name, eval_type, metric_value } of evaluations) {
      if (eval_suite === void 0) continue;
      const key = JSON.stringify([metric_name, eval_type]);
      const first = known.get(key);
      if (first === void 0) known.set(key, { path, value: metric_value });
      else if (first.value !== metric_value)
        throw refused(
          path,
          `${metric_name} (${eval_type})`,
          `is ${metric_value} here and ${first.value} in ${first.path}: the gate would look at the last one alone; submit one value of each metric`
        );
    }
}

// src/import/options.ts
var IMPORT_HELP = `attestry import results: submit the results of evaluation tools

  attestry import results FILE\u2026 --system NAME|ID [options]

  --system NAME|ID   the AI system, by its id or its exact name
  --suite NAME|ID    the evaluation suite that the results are tied to
  --format FORMAT    ${Object.keys(READERS).join(", ")};
                     without it, recognised by the content
  --map FILE         which fields of a json or csv file hold what
  --agents FILE      a JSON list of the agents' versions that the results measured:
                     { agent_identity, model_name, model_version, prompt_version }
  --eval-type TYPE   the eval type of every result
  --source TEXT      the source of every result (default: the file's name)
  --whole-suite      the files have a value for each threshold of the suite, or exit 5 (needs evaluations:read)
  --dry-run          print what would be sent, and send nothing
  --json             print one JSON object
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 30s)

The API key is read from ATTESTRY_API_KEY; it needs the permission evaluations:write.

Exit codes: 0 submitted, 2 usage or a file that is refused, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 nothing, or not what the suite asks for, was measured, or the system is unknown.
`;
function optionsOf3(args) {
  const { values, positionals } = parsed(args, { texts: TEXTS4, flags: FLAGS2, allowPositionals: true });
  if (values.help === true) return "help";
  const { system = "", retries = "4", timeout = "30s", format } = values;
  if (system.trim() === "") throw usage("--system NAME|ID is missing");
  if (positionals.length === 0) throw usage("name at least one file");
  if (format !== void 0) readerOf(format);
  const evalType = values["eval-type"];
  if (evalType !== void 0 && !/^[a-z][a-z0-9_]{0,63}$/.test(evalType))
    throw usage("--eval-type: lower-case letters, digits and underscores, a letter first");
  if (values["whole-suite"] === true && values.suite === void 0)
    throw usage("--whole-suite: needs --suite");
  return {
    files: positionals,
    system,
    suite: values.suite,
    agents: values.agents,
    evalType,
    source: values.source,
    url: values.url,
    format,
    map: values.map,
    wholeSuite: values["whole-suite"] === true,
    dryRun: values["dry-run"] === true,
    json: values.json === true,
    retryPolicy: retryOptions({ retries, timeout })
  };
}
var TEXTS4 = [
  "system",
  "suite",
  "format",
  "map",
  "agents",
  "eval-type",
  "source",
  "url",
  "retries",
  "timeout"
];
var FLAGS2 = ["whole-suite", "dry-run", "json"];

// src/import/page.ts
async function page(server, retryPolicy, path) {
  const { status, body } = await call(server, retryPolicy, { method: "GET", path }).catch(
    (error) => {
      if (error instanceof Failure && error.exitCode === EXIT.denied) return { status: 403, body: {} };
      throw error;
    }
  );
  const { data } = body;
  return status === 200 && Array.isArray(data) ? data : void 0;
}
var PAGE = 200;

// src/import/require-measured.ts
async function requireMeasured(server, retryPolicy, { files, systemId, suiteIds }, whole) {
  const unmeasured = files.flatMap((file) => file.unmeasured);
  if (suiteIds.size === 0 || !whole && unmeasured.length === 0) return;
  const path = `/eval-suites?ai_system_id=${encodeURIComponent(systemId)}&status=active&limit=${PAGE}`;
  const suites = await page(server, retryPolicy, path);
  const names = unmeasured.map(({ metric, evalType }) => `${metric} (${evalType})`).join(", ");
  const unknown = `warning: ${names}: not measured; where the suite asks for it, the gate takes an earlier result`;
  if (suites === void 0) {
    if (whole) throw new Failure(EXIT.denied, "--whole-suite: the API key needs evaluations:read");
    retryPolicy.log(`${unknown} (with evaluations:read this is an error)`);
    return;
  }
  const suite = suites.find(({ id }) => suiteIds.has(id));
  if (suite === void 0) {
    const is = suites.length < PAGE ? "has a newer version" : `is not among the ${PAGE} newest suites of the AI system`;
    if (whole) throw new Failure(EXIT.nothing, `--whole-suite: the suite ${is}`);
    retryPolicy.log(`${unknown} (the suite ${is})`);
    return;
  }
  const keyOf3 = (metric, evalType) => JSON.stringify([metric, evalType]);
  const measured3 = new Set(
    files.flatMap(({ evaluations }) => evaluations.map((one) => keyOf3(one.metric_name, one.eval_type)))
  );
  const named3 = new Set(unmeasured.map((one) => keyOf3(one.metric, one.evalType)));
  for (const { metric_name, eval_type } of suite.thresholds) {
    const key = keyOf3(metric_name, eval_type);
    if (!measured3.has(key) && (whole || named3.has(key)))
      throw new Failure(
        EXIT.nothing,
        `${metric_name} (${eval_type}): was not measured, and the suite asks for it: the gate would take an earlier result`
      );
  }
}

// src/import/submit.ts
import { createHash as createHash3, randomUUID } from "node:crypto";

// src/api/refusal.ts
function reasonOf(error, nameOf = (field) => field) {
  const { fieldErrors } = isObject(error?.details) ? error.details : {};
  const problems = isObject(fieldErrors) ? Object.entries(fieldErrors).map(([field, texts]) => `${nameOf(field)}: ${[texts].flat().join(", ")}`) : [];
  if (problems.length === 0) return error?.message ?? "no reason given";
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  return [...problems.slice(0, SHOWN), ...more].join("; ");
}
var SHOWN = 20;

// src/import/submit.ts
async function submitResults(server, options2, files) {
  const first = await sendAll(server, options2, files, "");
  const isRepeated = first.replayed.length > 0 && !await stillCount(server, options2, first.ids);
  for (const path of first.replayed)
    options2.log(
      isRepeated ? `${path}: these results were submitted before; since then other results were submitted, or the suite has a new version: they are submitted again` : `${path}: these results were submitted before; nothing was added`
    );
  const { created, warnings, ids, suiteIds } = isRepeated ? await sendAll(server, options2, files, randomUUID()) : first;
  for (const warning of warnings) options2.log(`warning: ${warning}`);
  const [systemId = ""] = ids.values();
  const named3 = files.map(({ path, sha256 }) => ({ path, sha256 }));
  return { created, files: named3, warnings: [...warnings], ties: { systemId, suiteIds } };
}
async function sendAll(server, retryPolicy, files, attempt) {
  const sent2 = { created: 0, warnings: /* @__PURE__ */ new Set(), replayed: [], ids: /* @__PURE__ */ new Map(), suiteIds: /* @__PURE__ */ new Set() };
  for (const batch of files.flatMap(batchesOf)) {
    const { path, evaluations } = batch;
    const { body, replayed } = await sendBatch(server, retryPolicy, batch, attempt);
    const { created = 0, data = [], warnings = [] } = body;
    sent2.created += created;
    for (const { id, ai_system_id, eval_suite_id } of data) {
      sent2.ids.set(id, ai_system_id);
      if (typeof eval_suite_id === "string") sent2.suiteIds.add(eval_suite_id);
    }
    for (const { index, message } of warnings) {
      const { metric_name, eval_type } = evaluations[index] ?? {};
      sent2.warnings.add(`${path}: ${metric_name} (${eval_type}): ${message}`);
    }
    if (replayed && !sent2.replayed.includes(path)) sent2.replayed.push(path);
  }
  return sent2;
}
function batchesOf(file) {
  const batches = [];
  for (let from = 0; from < file.evaluations.length; from += BATCH)
    batches.push({ ...file, evaluations: file.evaluations.slice(from, from + BATCH) });
  return batches;
}
async function sendBatch(server, retryPolicy, { path, sha256, evaluations }, attempt) {
  const body = JSON.stringify({ evaluations });
  const key = createHash3("sha256").update(`${sha256}
${body}${attempt}`).digest("hex");
  const answer = await call(server, retryPolicy, {
    method: "POST",
    path: "/ai-evaluations",
    body,
    idempotencyKey: `import-${key}`
  });
  const { status, error } = answer;
  if (status === 404) throw new Failure(EXIT.nothing, `${path}: ${unknownOf(error, evaluations)}`);
  if (status !== 201) throw usage(`${path}: refused: ${reasonOf(error, nameIn(evaluations))}`);
  return answer;
}
async function stillCount(server, retryPolicy, ids) {
  const [system = ""] = ids.values();
  if (ids.size > PAGE) return false;
  const newest = await page(
    server,
    retryPolicy,
    `/ai-evaluations?ai_system_id=${encodeURIComponent(system)}&limit=${ids.size}`
  );
  if (newest === void 0 || !newest.every(({ id }) => ids.has(id))) return false;
  const tied = newest.flatMap(({ eval_suite_id }) => eval_suite_id ?? []);
  if (tied.length === 0) return true;
  const suites = await page(
    server,
    retryPolicy,
    `/eval-suites?ai_system_id=${encodeURIComponent(system)}&status=active&limit=${PAGE}`
  );
  const current = new Set(suites?.map(({ id }) => id));
  return tied.every((id) => current.has(id));
}
function unknownOf(error, evaluations) {
  const { unknown } = isObject(error?.details) ? error.details : {};
  const [first] = Array.isArray(unknown) ? unknown : [];
  const { ai_system_id, ai_system_name, eval_suite } = evaluations[0] ?? {};
  const system = ai_system_id ?? ai_system_name;
  if (!isObject(first)) return `${error?.message}: is the address of the server right?`;
  if (first.field !== "eval_suite")
    return `AI system ${system} is not known; attestry system list shows the known ones`;
  return `AI system ${system} has no suite ${eval_suite}; attestry suite list shows the suites`;
}
var nameIn = (evaluations) => (field) => {
  const [, index, rest] = /^evaluations\.(\d+)\.(.*)$/s.exec(field) ?? [];
  const about = index === void 0 ? void 0 : evaluations[Number(index)];
  return about === void 0 ? field : `${about.metric_name} (${about.eval_type}): ${rest}`;
};
var BATCH = 100;

// src/import/results.ts
async function importResults(argv, env) {
  const options2 = optionsOf3(argv);
  if (options2 === "help") {
    process.stdout.write(IMPORT_HELP);
    return EXIT.ok;
  }
  const server = options2.dryRun ? void 0 : serverOf(options2.url, env);
  const map = options2.map === void 0 ? NO_MAP : await readFieldMap(options2.map);
  const agents = options2.agents === void 0 ? void 0 : await readMeasuredAgents(options2.agents);
  const files = [];
  for (const path of options2.files) {
    const file = await read(path, { ...options2, agents }, map);
    for (const note of file.notes) log(`${path}: ${note}`);
    files.push(file);
  }
  const empty = files.find(({ evaluations }) => evaluations.length === 0);
  if (empty !== void 0)
    throw new Failure(EXIT.nothing, `${empty.path}: nothing was measured; nothing was sent`);
  refuseSecondValues(files);
  if (server === void 0) {
    process.stdout.write(`${printableJson({ evaluations: files.flatMap((file) => file.evaluations) }, 2)}
`);
    return EXIT.ok;
  }
  if (options2.suite === void 0)
    log("warning: without --suite the results are tied to no suite: the gate uses none of them except drift");
  const { retryPolicy } = options2;
  const { ties, ...sent2 } = await submitResults(server, retryPolicy, files);
  process.stdout.write(
    options2.json ? `${printableJson(sent2)}
` : `${sent2.created} ${sent2.created === 1 ? "result" : "results"} submitted
`
  );
  await requireMeasured(server, retryPolicy, { files, ...ties }, options2.wholeSuite);
  return EXIT.ok;
}
async function read(path, options2, map) {
  const file = await InputFile.open(path);
  const sha256 = await file.sha256();
  const format = options2.format ?? await formatOf(file);
  const results = await readerOf(format)(file, map);
  const notes = [...results.notes];
  if (results.evaluatedAt === void 0)
    notes.push("the file does not say when it was evaluated: the time of its last change is used");
  const evaluations = results.measurements.every(isUnmeasured) ? [] : evaluationsOf(file, sha256, results, options2);
  const unmeasured = results.unmeasured.map(({ metric, evalType }) => ({
    metric,
    evalType: options2.evalType ?? evalType
  }));
  return { path, sha256, evaluations, unmeasured, notes };
}

// src/register/columns.ts
import { createHash as createHash4 } from "node:crypto";
var REGISTERS = {
  assets: {
    one: "asset",
    many: "assets",
    identity: ["name", "asset_type"],
    columns: {
      __proto__: null,
      name: { required: true, most: 500 },
      asset_type: { required: true, isWord: true },
      classification: { required: true, words: ["public", "internal", "confidential", "restricted"] },
      business_criticality: { required: true, words: ["low", "medium", "high", "critical"] },
      hosted_in_eu: { isFlag: true },
      contains_personal_data: { isFlag: true }
    }
  },
  suppliers: {
    one: "supplier",
    many: "suppliers",
    identity: ["name", "org_number"],
    columns: {
      __proto__: null,
      name: { required: true, most: 500 },
      org_number: { most: 200 },
      category: { required: true, words: ["critical", "important", "standard"] },
      service_description: { most: 2e4 },
      contact_email: { most: 200 }
    }
  }
};
function bodyOf({ columns }, row) {
  const problems = Object.keys(row).filter((name) => !(name in columns)).map((name) => `${name === "" ? "a column without a name" : name}: there is no such column`);
  const body = {};
  for (const [name, rule] of Object.entries(columns)) {
    const read2 = readValue(rule, Object.hasOwn(row, name) ? row[name] : void 0);
    if ("problem" in read2) problems.push(`${name}: ${read2.problem}`);
    else if (read2.value !== void 0) body[name] = read2.value;
  }
  return { body, problems };
}
function identityOf({ identity }, of) {
  return hashOf(identity.map((column) => of[column] ?? ""));
}
var hashOf = (value) => createHash4("sha256").update(JSON.stringify(value)).digest("base64");
function readValue(rule, given) {
  const text3 = typeof given === "string" ? given.trim() : given ?? "";
  if (text3 === "") return rule.required === true ? { problem: "is required" } : {};
  if (rule.isFlag === true) return flagOf(text3);
  if (typeof text3 !== "string") return { problem: "must be a text" };
  const { words, most } = rule;
  if (words !== void 0) {
    const word = text3.toLowerCase();
    return words.includes(word) ? { value: word } : { problem: `must be one of ${words.join(", ")}` };
  }
  if (rule.isWord === true && !/^[a-z][a-z0-9_]{0,63}$/.test(text3))
    return { problem: "must be lower-case letters, digits and underscores, a letter first" };
  if (most !== void 0 && [...text3].length > most)
    return { problem: `must have at most ${most} characters` };
  return { value: text3 };
}
function flagOf(given) {
  if (typeof given === "boolean") return { value: given };
  const word = String(given).toLowerCase();
  if (word === "true" || word === "yes") return { value: true };
  if (word === "false" || word === "no") return { value: false };
  return { problem: "must be true, false, yes or no" };
}

// src/register/options.ts
var helpOf = ({
  many,
  columns,
  identity
}) => `attestry import ${many}: register the ${many} of a list

  attestry import ${many} FILE\u2026 [options]

A file is CSV, whose first line names the columns, or JSON lines with the same names:

${Object.entries(columns).map(([name, { required, words, isFlag }]) => {
  const values = isFlag === true ? "true, false, yes or no" : words?.join(", ") ?? "";
  return `  ${name.padEnd(24)}${[required === true ? "required" : "", values].filter((part) => part !== "").join(": ")}`.trimEnd();
}).join("\n")}

  --allow-duplicates register also what is registered already
  --dry-run          check every row, and send nothing
  --json             print one JSON object
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 30s)

Every row of every file is checked before the first one is sent. A row whose ${identity.join(" and ")} are
registered already adds nothing and changes nothing, and is named where it differs: after an interruption
import the same files again. With --allow-duplicates that holds for 24 hours and for rows that are the same.

The API key is read from ATTESTRY_API_KEY; it needs the permissions ${many}:write and ${many}:read, with
--allow-duplicates ${many}:write.

Exit codes: 0 imported, 2 usage or a row that is refused, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 no row in the files, or no add-on.
`;
function optionsOf4(args) {
  const { values, positionals } = parsed(args, { texts: TEXTS5, flags: FLAGS3, allowPositionals: true });
  if (values.help === true) return "help";
  const { retries = "4", timeout = "30s" } = values;
  if (positionals.length === 0) throw usage("name at least one file");
  return {
    files: positionals,
    url: values.url,
    allowDuplicates: values["allow-duplicates"] === true,
    dryRun: values["dry-run"] === true,
    json: values.json === true,
    retryPolicy: retryOptions({ retries, timeout })
  };
}
var TEXTS5 = ["url", "retries", "timeout"];
var FLAGS3 = ["allow-duplicates", "dry-run", "json"];

// ../typescript/src/cursor-check.ts
function cursorCheck(most) {
  const followed = /* @__PURE__ */ new Set();
  return (cursor) => {
    if (typeof cursor !== "string" || cursor === "" || cursor.length > MAX_LENGTH)
      return "the server answered something that is no cursor";
    if (followed.has(cursor)) return "the server answered a cursor twice";
    if (followed.add(cursor).size >= most) return `the list has more than ${most} pages`;
    return void 0;
  };
}
var MAX_LENGTH = 1024;

// src/register/registered.ts
async function registeredOf(server, retryPolicy, register, imported) {
  const { many, columns } = register;
  const found = /* @__PURE__ */ new Map();
  const problemOf = cursorCheck(MAX_PAGES);
  for (let cursor = ""; ; ) {
    const path = `/${many}?limit=${PAGE2}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body, error } = await call(server, retryPolicy, { method: "GET", path }).catch(
      (failure) => {
        if (failure.exitCode !== EXIT.denied) throw failure;
        throw new Failure(
          EXIT.denied,
          `${failure.message}; what is registered is read first: give the key ${many}:read too, or import with --allow-duplicates`
        );
      }
    );
    if (status !== 200)
      throw new Failure(isMissingAddon(error) ? EXIT.nothing : EXIT.usage, `refused: ${error?.message}`);
    const { data, next_cursor: next } = isObject(body) ? body : {};
    if (!Array.isArray(data) || data.length > PAGE2)
      throw new Failure(EXIT.unavailable, `the list of ${many} cannot be read`);
    for (const one of data) {
      if (!isObject(one)) continue;
      const identity = identityOf(register, one);
      if (!imported.has(identity)) continue;
      const hashes = Object.fromEntries(Object.keys(columns).map((name) => [name, hashOf(one[name] ?? "")]));
      const same = found.get(identity);
      if (same === void 0) found.set(identity, [hashes]);
      else same.push(hashes);
    }
    if (next === null) return found;
    const problem = problemOf(next);
    if (problem !== void 0)
      throw new Failure(EXIT.unavailable, `the list of ${many} cannot be read: ${problem}`);
    cursor = String(next);
  }
}
function differences(body, registered) {
  const all = registered.map(
    (one) => Object.keys(body).filter((column) => one[column] !== hashOf(body[column]))
  );
  return all.reduce((nearest, one) => one.length < nearest.length ? one : nearest);
}
var PAGE2 = 200;
var MAX_PAGES = 1e4;

// src/register/rows.ts
import { createReadStream as createReadStream5 } from "node:fs";
import { Readable } from "node:stream";

// ../../node_modules/csv-parse/lib/index.js
import { Transform } from "stream";
var Parser = class extends Transform {
  constructor(opts = {}) {
    super({ ...{ readableObjectMode: true }, ...opts, encoding: null });
    this.api = transform({
      on_skip: (err2, chunk) => {
        this.emit("skip", err2, chunk);
      },
      ...opts
    });
    this.state = this.api.state;
    this.options = this.api.options;
    this.info = this.api.info;
  }
  // Implementation of `Transform._transform`
  _transform(buf, _, callback) {
    if (this.state.stop === true) {
      return;
    }
    const err2 = this.api.parse(
      buf,
      false,
      (record) => {
        this.push(record);
      },
      () => {
        this.push(null);
        this.end();
        this.on("end", this.destroy);
      }
    );
    if (err2 !== void 0) {
      this.state.stop = true;
    }
    callback(err2);
  }
  // Implementation of `Transform._flush`
  _flush(callback) {
    if (this.state.stop === true) {
      return;
    }
    const err2 = this.api.parse(
      void 0,
      true,
      (record) => {
        this.push(record);
      },
      () => {
        this.push(null);
        this.on("end", this.destroy);
      }
    );
    callback(err2);
  }
};
var parse3 = function() {
  let data, options2, callback;
  for (const i in arguments) {
    const argument = arguments[i];
    const type = typeof argument;
    if (data === void 0 && (typeof argument === "string" || Buffer.isBuffer(argument))) {
      data = argument;
    } else if (options2 === void 0 && is_object(argument)) {
      options2 = argument;
    } else if (callback === void 0 && type === "function") {
      callback = argument;
    } else {
      throw new CsvError(
        "CSV_INVALID_ARGUMENT",
        ["Invalid argument:", `got ${JSON.stringify(argument)} at index ${i}`],
        options2 || {}
      );
    }
  }
  const parser = new Parser(options2);
  if (callback) {
    const records = options2 === void 0 || options2.objname === void 0 ? [] : /* @__PURE__ */ Object.create(null);
    parser.on("readable", function() {
      let record;
      while ((record = this.read()) !== null) {
        if (options2 === void 0 || options2.objname === void 0) {
          records.push(record);
        } else {
          Object.assign(records, {
            [record[0]]: record[1]
            // writable: true,
            // enumerable: true,
            // configurable: true
          });
        }
      }
    });
    parser.on("error", function(err2) {
      callback(err2, void 0, parser.api.__infoDataSet());
    });
    parser.on("end", function() {
      callback(void 0, records, parser.api.__infoDataSet());
    });
  }
  if (data !== void 0) {
    const writer = function() {
      parser.write(data);
      parser.end();
    };
    if (typeof setImmediate === "function") {
      setImmediate(writer);
    } else {
      setTimeout(writer, 0);
    }
  }
  return parser;
};

// src/register/rows.ts
function rowsOf(file) {
  return file.beginning.startsWith("{") ? jsonRows(file) : csvRows(file);
}
async function* jsonRows(file) {
  for await (const { line, value } of file.jsonLines()) {
    if (!isObject(value)) throw refused(file.path, `line ${line}`, "must be an object");
    yield { line, row: value };
  }
}
async function* csvRows({ path, beginning }) {
  const [first = ""] = beginning.split(/[\r\n]/, 1);
  const parser = parse3({
    delimiter: first.split(";").length > first.split(",").length ? ";" : ",",
    info: true,
    record_delimiter: "\n",
    max_record_size: RECORD_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true
  });
  const source = Readable.from(textOf2(path));
  source.on("error", (error) => parser.destroy(error)).pipe(parser);
  let names;
  try {
    for await (const { record, info } of parser) {
      const line = info.lines - (record.join("").split("\n").length - 1);
      if (names === void 0) names = namesOf(path, line, record);
      else if (record.some((cell) => cell.trim() !== ""))
        yield { line, row: rowOf(path, line, names, record) };
    }
  } catch (error) {
    throw error instanceof CsvError ? refused(path, "", `is not CSV: ${error.message}`) : error;
  } finally {
    source.destroy();
  }
}
function namesOf(path, line, record) {
  const names = record.map((name) => name.trim().toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== void 0)
    throw refused(path, `line ${line}`, twice === "" ? NAMELESS : `names the column ${twice} twice`);
  return names;
}
function rowOf(path, line, names, record) {
  if (record.length > names.length)
    throw refused(path, `line ${line}`, `has ${record.length} cells; the first line has ${names.length}`);
  return Object.fromEntries(names.map((name, i) => [name, record[i] ?? ""]));
}
async function* textOf2(path) {
  const utf82 = new TextDecoder("utf-8", { fatal: true });
  let held = "";
  try {
    for await (const piece of createReadStream5(path)) {
      const text3 = held + utf82.decode(piece, { stream: true });
      held = text3.endsWith("\r") ? "\r" : "";
      yield text3.slice(0, text3.length - held.length).replace(/\r\n?/g, "\n");
    }
    yield held.replace("\r", "\n") + utf82.decode();
  } catch (error) {
    throw error instanceof TypeError ? refused(path, "", "is not UTF-8") : error;
  }
}
var NAMELESS = "has several columns without a name";
var RECORD_CHARACTERS = 256 * 1024;

// src/register/import.ts
function importRegister(name) {
  const register = REGISTERS[name];
  return async (argv, env) => {
    const options2 = optionsOf4(argv);
    if (options2 === "help") {
      process.stdout.write(helpOf(register));
      return EXIT.ok;
    }
    const server = options2.dryRun ? void 0 : serverOf(options2.url, env);
    const files = [];
    for (const path of options2.files) files.push(await InputFile.open(path));
    const { allowDuplicates, retryPolicy } = options2;
    const rows2 = await checked2(register, files, allowDuplicates);
    const done = server === void 0 ? { created: 0, already: 0 } : await sent(server, retryPolicy, register, files, allowDuplicates ? NONE : rows2);
    const counted = (count2) => `${count2} ${count2 === 1 ? register.one : register.many}`;
    const text3 = server === void 0 ? `${counted(rows2.size)} would be imported` : `${counted(done.created)} imported${done.already === 0 ? "" : `, ${done.already} registered already`}`;
    process.stdout.write(options2.json ? `${printableJson({ rows: rows2.size, ...done })}
` : `${text3}
`);
    return EXIT.ok;
  };
}
async function checked2(register, files, allowDuplicates) {
  const places = /* @__PURE__ */ new Map();
  let problems = 0;
  for (const file of files)
    for await (const { line, row } of rowsOf(file)) {
      const read2 = bodyOf(register, row);
      const place = `${file.path}: line ${line}`;
      const whole = hashOf(read2.body);
      const key = allowDuplicates ? whole : identityOf(register, read2.body);
      const same = read2.problems.length === 0 ? places.get(key) : void 0;
      if (same !== void 0)
        read2.problems.push(
          same.whole === whole ? `is the same as ${same.place}` : `has the ${register.identity.join(" and ")} of ${same.place}; --allow-duplicates registers both`
        );
      if (places.size === MOST) throw usage(`${file.path}: more than 100,000 rows: import them in parts`);
      places.set(key, { place, whole });
      for (const problem of read2.problems) if (++problems <= SHOWN2) log(`${place}: ${problem}`);
    }
  if (problems > SHOWN2) log(`and ${problems - SHOWN2} more`);
  if (problems > 0)
    throw usage(`${problems === 1 ? "one problem" : `${problems} problems`} found; nothing was sent`);
  if (places.size === 0) throw new Failure(EXIT.nothing, "there is no row in the files; nothing was sent");
  return places;
}
async function sent(server, retryPolicy, register, files, known) {
  const registered = known.size === 0 ? NONE : await registeredOf(server, retryPolicy, register, known);
  let [created, already] = [0, 0];
  for (const file of files)
    for await (const { line, row } of rowsOf(file)) {
      const { body, problems } = bodyOf(register, row);
      const place = `${file.path}: line ${line}`;
      const before = `${created + already} of the rows before it are registered; import the same files again`;
      if (problems.length > 0) throw usage(`${place}: has changed meanwhile; ${before}`);
      const same = registered.get(identityOf(register, body));
      if (same !== void 0) {
        already += 1;
        const differ = differences(body, same).join(", ");
        if (differ !== "")
          retryPolicy.log(`${place}: is registered with another ${differ}; it stays as it is`);
        continue;
      }
      const outcome = await sendRow(server, retryPolicy, register, body).catch((failure) => {
        throw new Failure(failure.exitCode, `${place}: ${failure.message}; ${before}`);
      });
      if (outcome === "already") already += 1;
      else created += 1;
    }
  return { created, already };
}
async function sendRow(server, retryPolicy, register, body) {
  const { status, error, replayed } = await call(server, retryPolicy, {
    method: "POST",
    path: `/${register.many}`,
    body: JSON.stringify(body),
    idempotencyKey: keyOf2(register, body)
  });
  if (status === 201) return replayed ? "already" : "created";
  throw new Failure(isMissingAddon(error) ? EXIT.nothing : EXIT.usage, `refused: ${reasonOf(error)}`);
}
var keyOf2 = ({ many }, body) => `import-${hashOf([many, body])}`;
var NONE = /* @__PURE__ */ new Map();
var SHOWN2 = 50;
var MOST = 1e5;

// src/main.ts
var COMMANDS = {
  __proto__: null,
  "gate check": gateCheck,
  "gate verify": gateVerify,
  "import results": importResults,
  "import assets": importRegister("assets"),
  "import suppliers": importRegister("suppliers"),
  "audit follow": auditFollow
};
var HELP = `attestry: commands for pipelines

  attestry gate check --system NAME|ID     ask the release gate; exit 0 on pass, 1 on block
  attestry gate verify FILE --system ID    compare a signed decision with an artifact; exit 0 on pass
  attestry import results FILE\u2026 --system S  submit the results of evaluation tools
  attestry import assets FILE\u2026             register the assets of a list
  attestry import suppliers FILE\u2026          register the suppliers of a list
  attestry audit follow --format json|ocsf  the audit log, line by line, for a SIEM

Run a command with --help for its options. They need any Node.js from 20 and, but for gate verify,
an API key in ATTESTRY_API_KEY.
`;
function isPipelineCommand(argv) {
  return Object.hasOwn(COMMANDS, argv.slice(0, 2).join(" "));
}
async function main(argv) {
  onOutputError({ failed: EXIT.unavailable });
  process4.exitCode = EXIT.unavailable;
  process4.exitCode = await run(argv).catch((error) => {
    log(error.message);
    return error instanceof Failure ? error.exitCode : EXIT.unavailable;
  });
}
async function run(argv) {
  const command2 = COMMANDS[argv.slice(0, 2).join(" ")];
  if (command2 !== void 0) return command2(argv.slice(2), process4.env);
  const [group = ""] = argv;
  const isOfGroup = argv.length === 2 && Object.keys(COMMANDS).some((name) => name.startsWith(`${group} `));
  if (argv.length === 0 || isHelp(group) || isOfGroup && isHelp(argv[1])) {
    process4.stdout.write(HELP);
    return argv.length === 0 ? EXIT.usage : EXIT.ok;
  }
  throw usage(`unknown command; one of ${Object.keys(COMMANDS).join(", ")} (attestry --help)`);
}
var isHelp = (word) => word === "--help" || word === "-h" || word === "help";

// src/entry.ts
import { realpathSync } from "node:fs";
import process5 from "node:process";
import { fileURLToPath } from "node:url";
async function runIfEntryPoint(moduleUrl) {
  const entry = process5.argv[1];
  if (entry !== void 0 && realpathSync(entry) === fileURLToPath(moduleUrl))
    await main(process5.argv.slice(2));
}

// <stdin>
await runIfEntryPoint(import.meta.url);
export {
  isPipelineCommand,
  main
};
/*! Licences of the packages in this file:

csv-parse 7.0.3
Licence: MIT
Author: David Worms <david@adaltas.com> (https://www.adaltas.com)
Address: https://csv.js.org/parse

The MIT License (MIT)

Copyright (c) 2010 Adaltas

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

--------------------------------------------------------------------------------

fzstd 0.1.1
Licence: MIT
Author: Arjun Barrett
Address: git+https://github.com/101arrowz/fzstd.git

MIT License

Copyright (c) 2020 Arjun Barrett

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

--------------------------------------------------------------------------------

pend 1.2.0
Licence: MIT
Author: Andrew Kelley <superjoe30@gmail.com>
Address: git://github.com/andrewrk/node-pend.git

The MIT License (Expat)

Copyright (c) 2014 Andrew Kelley

Permission is hereby granted, free of charge, to any person
obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS
BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

--------------------------------------------------------------------------------

saxes 6.0.0
Licence: ISC
Author: Louis-Dominique Dubeau <ldd@lddubeau.com>
Address: https://github.com/lddubeau/saxes.git

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.

--------------------------------------------------------------------------------

xmlchars 2.2.0
Licence: MIT
Author: Louis-Dominique Dubeau <ldd@lddubeau.com>
Address: https://github.com/lddubeau/xmlchars.git

Copyright Louis-Dominique Dubeau and contributors to xmlchars

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

--------------------------------------------------------------------------------

yauzl 3.4.0
Licence: MIT
Author: Josh Wolfe <thejoshwolfe@gmail.com>
Address: https://github.com/thejoshwolfe/yauzl

The MIT License (MIT)

Copyright (c) 2014 Josh Wolfe

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
*/
